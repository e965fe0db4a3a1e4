"""Questions asked by a press or in a form: we post the message that they stand in."""
