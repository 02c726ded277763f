/** The console's address on this machine. RFC 3986, 3.2.2: an IPv6 address is put into brackets. */
export function consoleUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
