"""What a channel sees of its settings: the form, the line that announces a change."""
