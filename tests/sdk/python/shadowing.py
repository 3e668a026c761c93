"""The function get_search_connector stays available although its module of the same name is imported. Resources are constructed by token."""

from unittest import mock

from pulumi_quartet import search
import pulumi_quartet.search.get_search_connector
from pulumi_quartet.search.get_search_connector import GetSearchConnectorResult
from pulumi_quartet import _utilities

assert callable(search.get_search_connector), search.get_search_connector
assert search.GetSearchConnectorResult is GetSearchConnectorResult
assert search.outputs.SearchConnection.__module__ == "pulumi_quartet.search.outputs"
assert str(_utilities._version) == _utilities.get_version()

module = _utilities.Module({"fqn": "pulumi_quartet.search", "classes": {"quartet:search:SearchConnector": "SearchConnector"}})
with mock.patch.object(search, "SearchConnector") as constructor:
    module.construct("name", "quartet:search:SearchConnector", "urn")
constructor.assert_called_once()

package = _utilities.Package({"fqn": "pulumi_quartet", "class": "Provider", "token": "pulumi:providers:quartet"})
with mock.patch("pulumi_quartet.Provider") as constructor:
    package.construct_provider("name", "pulumi:providers:quartet", "urn")
constructor.assert_called_once()
