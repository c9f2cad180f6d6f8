"""Runs experiments on real servers and leaves run folders."""
