import { isIP } from 'node:net';

/** `::ffff:203.0.113.7`: an IPv4 caller on a dual-stack socket (RFC 4291, section 2.5.5.2). */
const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0xffff];

/**
 * The key under which limits count an address: an IPv4 address itself, also when mapped into IPv6; for an IPv6
 * address its /64 (`2001:db8:0:1::/64`), because a subscriber has at least one (RFC 6177) and may change the rest at
 * will. A text that is not an address is returned unchanged.
 */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = parseAddress(address);
  if (MAPPED_PREFIX.every((group, index) => groups[index] === group)) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address (RFC 4291, section 2.2), without its zone. */
function parseAddress(address: string): number[] {
  const [withoutZone = ''] = address.split('%');
  const [head = '', tail] = withoutZone.split('::');
  const before = parseGroups(head);
  const after = parseGroups(tail ?? '');
  const zeros = new Array<number>(8 - before.length - after.length).fill(0);
  return [...before, ...zeros, ...after];
}

function parseGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
