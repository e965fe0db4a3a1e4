"""What says who a patient is: found in a text, and kept from services that others run.

Embedders, re-rankers and chat models that are not the hospital's own get no name, record number,
birth date, telephone number, address or e-mail address that these patterns know. It imports
nothing of retrieval, so that whatever sends a text away can use it."""
