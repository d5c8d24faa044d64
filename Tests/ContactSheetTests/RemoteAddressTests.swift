import CRemote
import ContactSheet
import Foundation
import TestSupport
import Testing

struct RemoteAddressTests {
  @Test(arguments: [
    ("http://a.b/c", "http://a.b/c"), ("HTTPS://A.B", "https://a.b/"),
    ("http://a.b?q", "http://a.b/?q"), ("http://a.b/c#d", "http://a.b/c"),
    ("http://a.b:80/", "http://a.b/"), ("https://a.b:80/", "https://a.b:80/"),
    ("https://a.b:443/", "https://a.b/"), ("http://a.b:/", "http://a.b/"),
    ("http://a/b c", "http://a/b%20c"), ("http://a/ü", "http://a/%C3%BC"),
    ("http://a/%c3%BC", "http://a/%c3%BC"), ("http://a/100%", "http://a/100%25"),
    ("http://a/%zz", "http://a/%25zz"), ("http://a/\n\u{1B}[2J", "http://a/%0A%1B[2J"),
    ("http://a/b\\c", "http://a/b%5Cc"), ("http://[::1]:8080/", "http://[::1]:8080/"),
    ("http://a_b-c.d/\u{202E}", "http://a_b-c.d/%E2%80%AE"),
  ])
  func `an address has one form`(_ written: String, _ expected: String) throws {
    let address = try RemoteAddress(written.utf8)
    #expect(address.text == expected)
    #expect(try RemoteAddress(address.text.utf8) == address)
  }

  @Test(arguments: [
    ("ftp://a/b", "only http and https are fetched"),
    ("http:/a", "only http and https are fetched"),
    ("http://", "it names no host"), ("http:///x", "it names no host"),
    ("http://u@a/", "a user name or a password in an address is not sent"),
    ("http://a:70000/", "its port is no number of 1…65535"),
    ("http://a:x/", "its port is no number of 1…65535"),
    ("http://a b/", "its host is not written as one"),
    ("http://[::1/", "its host is not written as one"),
    ("http://[::g]/", "its host is not written as one"),
    ("http://a%2eb/", "its host is not written as one"),
    ("http://münchen.de/", "its host has letters beyond ASCII; it has to be written as xn--…"),
  ])
  func `what is no address says why`(_ written: String, _ words: String) {
    #expect(throws: RemoteFault.notAnAddress(words)) { _ = try RemoteAddress(written.utf8) }
  }

  @Test func `a backslash does not end a host, so that nobody reads another one`() throws {
    #expect(try RemoteAddress("http://good\\@evil/".utf8).host == "good")
  }

  @Test func `passwords are not shown`() {
    #expect(
      RemoteAddress.shown(Array("http://me:pass@host/x\u{1B}".utf8)) == "http://…@host/x\\x1B")
    #expect(RemoteAddress.shown(Array("http://host/x@y".utf8)) == "http://host/x@y")
  }

  @Test func `names are bytes of the path's end`() throws {
    #expect(try RemoteAddress("http://a/b/c%20d.jpg?e/f".utf8).name == Array("c d.jpg".utf8))
    #expect(try RemoteAddress("http://a/b/".utf8).name == [])
  }

  @Test(arguments: [
    ("http://x", true), ("HtTpS://x", true), ("http:/x", false), ("x/http://y", false), ("", false),
  ])
  func `an argument is an address by how it begins`(_ text: String, _ expected: Bool) {
    #expect(RemoteAddress.isAddress(text.utf8) == expected)
  }

  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.9.9",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1",
    "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
    "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:8.8.8.8",
    "::ffff:127.0.0.1", "::8.8.8.8", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "100::1", "2001::1",
    "2001:db8::1", "2002:7f00:1::1", "2002:c0a8:101::", "3fff::1", "fc00::1", "fd12:3456::1",
    "fe80::1", "fec0::1", "ff02::1", "4000::1", "8000::1",
  ])
  func `an address of a special network is private`(_ text: String) {
    #expect(unsafe crem_numeric_host_is_private(text) == 1)
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.1", "169.253.255.255", "172.15.255.255", "172.32.0.0",
    "192.0.1.1", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
    "223.255.255.255",
    "2606:4700::1111", "2a00:1450::1", "2001:4860:4860::8888", "2001:200::1", "2002:808:808::1",
    "64:ff9b::8.8.8.8",
  ])
  func `any other one is not`(_ text: String) {
    #expect(unsafe crem_numeric_host_is_private(text) == 0)
  }

  @Test func `a name is no number`() {
    #expect(unsafe crem_numeric_host_is_private("example.org") == -1)
  }
}
