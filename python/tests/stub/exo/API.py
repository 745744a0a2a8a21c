class Node:
    """What an internal cursor of Exo is: a statement, or the procedure."""

    def __init__(self, ir):
        self._node = ir

    def _child_node(self, attribute, index):
        return Node(getattr(self._node, attribute)[index])


class Procedure:
    def __init__(self, ir):
        self._loopir_proc = ir

    def name(self):
        return self._loopir_proc.name

    def _root(self):
        return Node(self._loopir_proc)
