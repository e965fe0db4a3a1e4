"""What exactly a question asks for, and requests for something other than a look-up."""
