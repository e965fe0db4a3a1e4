"""The words by which a reply shows whom it is meant for."""

from __future__ import annotations

import re

COURTESY = re.compile(
    r"^(?:many thanks|thanks?(?: you)?|thx|ta|cheers|great|perfect|excellent|nice|super|cool"
    r"|ok(?:ay)?|got it|noted|agreed?|exactly|indeed|right|sure|fine|sounds good"
    r"|good (?:point|idea|job)"
    r"|well done|will do|done|same here|me too|yes|yep|yeah|no|nope|hm+|oh|wow|lol|sorry"
    r"|congrat\w*|welcome|hi|hello|hey|good (?:morning|afternoon|evening|night)|bye|see you"
    r"|true|thank god|interesting|helpful|good|never ?mind)\b"
    r"(?: (?:a lot|so much|very much|all|everyone|everybody|both|guys|team|again|indeed|then|you"
    r"|there|now))*[\s,.!;:\-–)(👍🙏]*",
    re.I,
)
NAME = r"(?:(?:[Dd]r|[Pp]rof)\.? )?[A-Z][a-zà-ÿ'’]+(?: [A-Z][a-zà-ÿ'’]+)?"
VOCATIVE_FIRST = re.compile(rf"^(?:@|hey |hi |dear )?({NAME})\s*[,:–]\s")
AT_NAME = re.compile(r"(?i)\W{0,3}@(?!curbside\b)[^\W\d_][\w.'’-]{1,40}")
"""A name with the sign of a mention that Slack made none of: "@ben can you look at this?"."""
VOCATIVE_LAST = re.compile(rf", ({NAME})\s*[?.!…]*$")
NAME_ONLY = re.compile(rf"^({NAME})\s*[?.!…]*")
LOWER_VOCATIVE = re.compile(r"^(\w+),? (?:can|could|did|do|would|will|have|are|were) you\b")
TO_US = re.compile(
    r"\[\d{1,3}\]|\b(?:steps?|citation|source|reference|quote)\s*(?:no\.? ?|number |#)?\d{1,2}\b"
    r"|\b(?:this|that|your|last|previous|above|first|second) (?:answer|citation|source|quote"
    r"|reference|search|summary|step|sentence|statement)s?\b"
    r"|\bare you (?:\w+ ){0,2}(?:sure|certain|confident)\b"
    r"|\bhow (?:sure|certain|confident) are you\b"
    r"|\b(?:did|do|have|can|could|would) you (?:please )?(?:search(?:ed)?|look(?:ed)? (?:at|in|up)"
    r"|consider(?:ed)?|weigh(?:ed)?|find|found|show|explain|compare|summari[sz]e|list|cite|quote"
    r"|translate|shorten|rephrase|repeat|redo|re-?run|elaborate|read|use the|include)\b"
    r"|\bwhy did(?:n't| not)? you\b|\b(?:why|what|which|where) (?:\w+ ){0,2}(?:did|do|have) you\b"
    r"(?! (?:think|want|mean|put|leave|park|go|say|tell|order|book|send))"
    r"|\b(?:is|are) (?:that|this|it|these|those) (?:still |also |really |even |the )?(?:current"
    r"|valid|true|correct|up[- ]to[- ]date|recommended|approved|standard|safe|category|on[- ]label"
    r"|off[- ]label|in the label|outdated|superseded|licensed|reimbursed|evidence|newest|latest)\b"
    r"|\bdo(?:es)? (?:that|this|it|these|those) (?:still |also |even )?(?:apply|hold|change|include"
    r"|cover|depend|differ|interact|cross|count)\b"
    r"|\bwhat does (?:that|this|it) mean\b"
    r"|\bwhere (?:does|do|did) (?:it|(?:this|that|these|those|your)(?: (?:numbers?|figures?|values?"
    r"|claims?|statements?|sentences?|data|percentages?|dos(?:es?|age)|recommendations?))?)"
    r" come from\b"
    r"|\bhow (?:strong|reliable|recent|old|robust|certain|sure) (?:is|are)\b"
    r"|\bbased on (?:what|which)\b|\bwhat (?:is|was) (?:that|this|it|the answer) based on\b"
    r"|\baccording to (?:what|whom|which)\b"
    r"|^(?:any |the |which |what )?(?:sources?|evidence|references?|citations?)(?: for\b|\s*\?)"
    r"|\b(?:list|show|give|name) (?:me |us )?(?:all |the |your |more |every )*"
    r"(?:sources?|citations?|references?|passages?|quotes?|evidence|steps?)\b"
    r"|\b(?:which|each|every) (?:steps?|silos?|sources?|citations?|quotes?|passages?|references?"
    r"|databases?)\b"
    r"|\b(?:can|could|would|will) you (?:please |also |again )*"
    r"(?:check|verify|look (?:at|up)|double[- ]check) (?:the |its? |your )?(?:drug )?"
    r"(?:labels?|guidelines?|evidence|trials?|dos\w+|interactions?|sources?|citations?|literature"
    r"|nccn|esmo|asco|pubmed)\b"
    r"|\b(?:can|could|would|will) you (?:please )?(?:do|try|run|repeat|redo|answer)"
    r" (?:this|that|it) (?:again )?(?:with|without|from|in|using|only|as)\b"
    r"|\b(?:which|any|one|all|none) of (?:the|your|these|those) (?:citations?|sources?|references?"
    r"|quotes?|trials?|guidelines?|steps?)\b"
    r"|\bsource (?:of|for|behind) (?:the|that|this|these) (?:\w+ )?(?:numbers?|figures?|claims?"
    r"|statements?|sentences?|dos\w+|rates?)\b"
    r"|\bdo you (?:have|know(?: of)?) (?:an?y? )?(?:\w+ )?(?:sources?|evidence|data|trials?"
    r"|guidelines?|references?|stud(?:y|ies))\b"
    r"|\bdo you have (?:anything|something|more) (?:on|about)\b"
    r"|\bwhat (?:more |else )?(?:would|do) you need\b"
    r"|\bis there (?:anything|something|any \w+) (?:newer|more recent|better|on|about|for|in)\b"
    r"|^(?:please )?(?:try|search|look) (?:again|more|further|deeper)\b|\b(?:go|dig) deeper\b",
    re.I,
)
CRAFT = re.compile(
    r"^(?:please |and |now |just |but |also )*(?:cite|quote|answer|reply|show|list|explain|give|use"
    r"|using|search|include|exclude|skip|ignore|add|compare|expand|simplify|check|name|define|only"
    r"|with|without|from|keep|make|write|say|put|limit|stick|drop|leave)\b(?!.*\b(?:i|we|you|us|him|her|them)\b)"
    r".{0,60}\b(?:tables?|bullets?|points?|list|sentences?|passages?|quotes?|sources?|citations?"
    r"|references?|labels?|guidelines?|evidence|answer|steps?|silos?|pubmed|esmo|nccn|asco|civic"
    r"|pharmgkb|english|german|french|spanish|words?|details?|trials?|stud(?:y|ies)|summary|search"
    r"|short(?:er)?|brief(?:er)?|dos(?:e|age)|phase \w+|meta-analys[ei]s|numbers?|figures?)\b",
    re.I,
)
FOUND_FAULT = re.compile(
    r"^(?:but |and |so |hm+ )*you(?:['’]ve| have)? (?:missed|forgot|overlooked|ignored|omitted"
    r"|left out|cited?|quoted?|mixed up|misread|confused|misunderstood|searched|answered|skipped"
    r"|assumed|did not|didn't)\b",
    re.I,
)
FIRST_PERSON = re.compile(
    r"^(?:(?:and|but|so|well|then|also|actually|anyway|ok|okay|yes|no)[, ]+)*"
    r"(?:i|i['’](?:m|ll|ve|d)|we|we['’](?:ll|re|ve|d)|let['’]?s|let (?:us|me)|my|our"
    r"|in (?:my|our))\b",
    re.I,
)
RESTYLED = re.compile(
    r"^(?:please |and |now )*(?:shorter|longer|simpler|briefer|shorten|translate|rephrase|re-?run"
    r"|(?:(?:just |only )?(?:give|tell|show) (?:me|us) )?the bottom line|bottom line|tl;? ?dr"
    r"|(?:one|two|three) sentences?\b|redo|again\b|anew\b|as an? (?:table|list)"
    r"|bullets?\b|bullet points"
    r"|in (?:a table|bullets?|english|german|french|spanish|italian|plain words|one sentence"
    r"|(?:two|three|a few) (?:sentences|words|lines)|more detail|detail|short)"
    r"|(?:more|less|with more|fewer) (?:details?|words)"
    r"|explain (?:why|how|that|this|it)\b|more (?:on|about)\b|summari[sz]e|elaborate)\b",
    re.I,
)
TO_COLLEAGUES = re.compile(
    r"\b(?:did|has|have|had|does|do|is|are|was|were|will|would|can|could|shall|should)(?:n't)?"
    r" (?:you|(?:anyone|anybody|someone|somebody|everyone|everybody)(?! with\b)"
    r"|(?:the |our |your |her |his |their )?(?:pharmac\w+"
    r"|family|lab|labs|patholog\w+|radiolog\w+|surgeons?|surgery|nurses?|ward|team|registrar"
    r"|residents?|fellows?|secretary|consultant|genetics|gp|board|mdt|husband|wife|daughter|son"
    r"|mother|father|insurance|insurer|dr|prof|professor))\b"
    r"|\b(?:news|updates?|word|reply|anything (?:back|new)) from (?:path(?:ology)?|radiology"
    r"|imaging|genetics|surgery|ha?ematology|the (?:lab|ward|gp|family|referrer))\b"
    r"|\bwhose\b|\b(?:anyone|anybody|somebody|someone|everyone|everybody)\b(?! with\b)"
    r"|\b(?:colleagues|folks|guys)\b"
    r"|\byour (?:patient|clinic|list|team|slides|view|opinion|thoughts|notes?|letter|ward|turn)\b"
    r"|\b(?:you|u) (?:think|guys|both|all|want|know|free|coming|around|there|agree)\b",
    re.I,
)
WHO = re.compile(
    r"^(?:and |so |but )?who(?:'s|’s|se)?\b(?!.{0,40}\b(?:eligib|exclu|includ|enrol|random))", re.I
)
ERRAND = re.compile(
    r"\b(?:call(?:ed|ing)?|phon(?:e|ed|ing)|ring|page[rd]?|bleep|e-?mail(?:ed|ing)?|text(?:ed)?"
    r"|send|sent|fax|book(?:ed|ing)?|reschedul\w+|appointments?|meet(?:ing)?s?|lunch|coffee|rooms?"
    r"|parking|slides|minutes of|agenda|zoom|webex|dial|link|password|log ?in|rota|shift|on call"
    r"|ward round|theatre list|beds?|consent form|sign(?:ed)? (?:off|the)|upload(?:ed)?"
    r"|print(?:ed)?|dictat\w+|letter|referr(?:al|ed)|discharge|admit(?:ted)?|tomorrow|tonight|o'clock|monday"
    r"|tuesday|wednesday|thursday|friday|saturday|sunday|this (?:morning|afternoon|evening)"
    r"|next week|at \d{1,2}(?:[:.]\d{2})?(?: ?[ap]m)?\b(?! ?(?:mg|%|months?|weeks?|years?))"
    r"|\d{1,2}(?:[:.]\d{2})? ?[ap]\.?m"
    r"|at (?:one|two|three|four|five|six|noon)|waiting room|screen|microphone|mic|muted|late"
    r"|traffic|holiday|vacation|birthday|weather|computer|printer)\b",
    re.I,
)
HISTORY = re.compile(
    r"\b(?:did|has|have|had|was|were|is|are)(?:n't)? (?:she|he|they|her|his|their|the (?:patient"
    r"|biopsy|scan|ct|mri|pet|report|result|sample|block|slides?|tumou?r|bloods?))\b"
    r"|\b(?:has|have|had) the \w+ been (?!approved|withdrawn|compared|studied|tested|licensed)"
    r"|\b(?:do|have) we (?:have|got|know|already)\b",
    re.I,
)
CHOICE = re.compile(r"\b(?:eligib\w+|candidates?|indicat\w+|suitable|allowed|a case for)\b", re.I)
PEOPLE_SAY = re.compile(
    r"^(?:(?:and|but|so|well|then|also|actually|anyway|ok|okay|yes|no)[, ]+)*"
    r"(?:i|i['’](?:m|ll|ve|d)|we|we['’](?:ll|re|ve|d)|let['’]?s|let (?:us|me)|my|our|you|you['’]re"
    r"|he|she|they|her|his|it|it['’]s|that['’]s|this|that|there|there['’]s|everyone|nobody)\b",
    re.I,
)
WANTS = re.compile(
    r"\b(?:i|we)(?:['’]d| would)? (?:need|want|like) (?:to (?:know|see)|the|an?|more|only)\b"
    r"|\b(?:i|we) (?:mean|meant)\b|\b(?:i|we) (?:wonder|was wondering)\b",
    re.I,
)
ASKING = re.compile(
    r"^(?:(?:and|but|so|or|also|then|ok|okay|please|hm+|well)[, ]+)*(?:what|which|who|whom|whose"
    r"|why|when|where|how|is|are|was|were|does|do|did|can|could|should|shall|would|will|has|have|any"
    r"|show|list|compare|explain|summari[sz]e|tell me|find|search|look up|open|check)\b",
    re.I,
)
YES_OR_NO = re.compile(
    r"^(?:(?:and|but|so|ok|okay)[, ]+){0,4}(?:is|are|was|were|does|do|did|can|could|should|shall"
    r"|would|will|has|have|had)\b",
    re.I,
)
WHAT_ABOUT = re.compile(r"^(?:and |but |so )*(?:what|how) about (?:[^A-Z]|[A-Z]{2,}(?![A-Z]))+$")
HOW_OFTEN = re.compile(
    r"^(?:(?:and|but|so|ok|okay)[, ]+){0,4}how (?:often|frequently) (?:should|must|do we|is|are)\b"
    r".{0,60}\b(?:check|monitor|test|repeat|measure|scan|image|screen|control|give|dose)[a-z]{0,3}\b",
    re.I,
)
"""What is asked of a schedule, whatever is checked."""
WH = re.compile(
    r"^(?:(?:and|but|so|ok|okay)[, ]+){0,4}(?:what|which|why|when|where|how|explain|show|list)\b",
    re.I,
)
LEANING = re.compile(
    r"^(?:(?:and|or|but|also|same|then|what about|how about|even|in|for|with|without|after|if)\b"
    r"[, ]*)+",
    re.I,
)
PRONOUN = re.compile(r"she|he|her|hers|his|him|herself|himself", re.I)
"""That "she" is a woman is no more than the word says."""
FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|did|does|do|showed|shows|came|went|said|says|got"
    r"|looks?|seems?|progressed|needs?|wants?|prefers?|declined|refused|started|stopped|agreed"
    r"|confirmed|asked|told|gave|took|knows?|thinks?|can|should|must|may|might|i|we|you)\b",
    re.I,
)
SUBJECT = re.compile(
    r"\b(?:dos(?:e|es|ing|age)|pfs|os|dfs|efs|orr|hr|hazard ratio|survival|progression[- ]free"
    r"|response rates?|median|toxicit\w+|side effects?|adverse|interact\w*|contraindicat\w*|"
    r"eligib\w*|indicat\w*|approv\w*|labels?|guidelines?|evidence|trials?|stud(?:y|ies)|monitor\w*|renal"
    r"|hepatic|impairment|dialysis|metasta\w+|adjuvant|neoadjuvant|(?:first|second|third)[- ]line"
    r"|resistan\w+|mechanism|brain mets?|pregnan\w+|elderly|alternatives?|options?|nccn|esmo|asco"
    r"|pubmed|civic|pharmgkb|fda|ema|qtc?|half-life|duration|how long|with food|frequency|cycles?"
    r"|biomarkers?|mutation|variant|testing|maintenance|sequence|combination|premedication"
    r"|prophylaxis|neutropenia|diarrh\w+|rash|cardiotoxicity|lvef|ild|pneumonitis|relapse\w*"
    r"|recurren\w+|progress\w+|subgroup|placebo|control arm|overall|cohort|endpoint|follow-up"
    r"|food|meals?|grapefruit|alcohol|crush\w*|swallow\w*|tablets?|capsules?|infus\w+|mg|men|women"
    r"|males?|females?|children|older|younger|frail|tolerab\w+|efficacy|benefit|nnt|p[- ]value"
    r"|data|age limits?|criteria|arms?|grade \d|inclusion|exclusion|definition"
    r"|category|updates?|version|published"
    r"|radiotherap\w+|radiation|biosimilars?|generics?|breast-?fe\w+|lactat\w+|contracepti\w+"
    r"|vaccin\w+|anticoagul\w+|doacs?|receptors?|hormon\w+|fertility|reimburs\w+"
    r"|confidence interval|number needed to (?:treat|harm)|nnh|crossover|comparator"
    r"|regimens?|therap(?:y|ies)|treatments?|drugs?"
    # How it is given, what it does, what it costs.
    r"|oral(?:ly)?|intraven\w+|subcutan\w+|intrathecal\w*|weekly|daily|schedules?|onset"
    r"|rechalleng\w+|re-?introduc\w+|(?:boxed?|black[- ]box) warnings?|discontinu\w+|reduc\w+"
    r"|premed\w*|antiemetics?|emetogenic\w*|statins?|steroids?|inhibitors?|inducers?|substrates?"
    r"|cheap(?:er|est)?|prices?|costs?)\b",
    re.I,
)
STARTERS = re.compile(
    r"actually|add|after|again|agreed|also|alternatively|and|any|are|before|"
    r"but|can|case|correction|could|curbside|do|does|fact|finally|fine|first|"
    r"follow-up|followup|for|further|fyi|given|good|great|hello|hey|hi|hmm|"
    r"how|however|if|in|instead|is|man|meanwhile|more|next|nice|no|note|now|"
    r"oh|ok|okay|otherwise|patient|perfect|please|question|right|should|so|"
    r"sorry|specifically|stop|summary|sure|thanks|then|today|tomorrow|update|"
    r"wait|well|what|when|where|which|why|with|without|woman|would|yes",
    re.I,
)
"""Words at the beginning of a sentence that are no name of a person."""
