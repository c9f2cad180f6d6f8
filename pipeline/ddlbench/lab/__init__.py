"""Experiments on real servers, and the run folders they leave."""
