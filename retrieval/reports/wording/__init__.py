"""What the words around the name of a variant come to: a finding, a doubt, a remark, a kind
of change."""
