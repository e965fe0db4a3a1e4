"""The services that are asked for records over the network, a module each."""
