import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses of no public host: IANA special-purpose address registries (RFC 6890 and its successors). */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Within 2000::/3, which contains all public addresses: Teredo and others, documentation, 6to4. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** Limits the addresses to which users can make this server connect. */
export interface OutgoingGuard {
  allows(address: string): boolean;
  /** For `net.connect` and `http.request`: resolves a name to its allowed addresses only. */
  readonly lookup: LookupFunction;
}

/** A name has no allowed address, or an address is not allowed. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  readonly code = 'ADDRESS_REFUSED';
}

/** @param networks addresses and networks that the operator allows besides public ones: `10.0.0.0/8`, `127.0.0.1` */
export function createOutgoingGuard(networks: readonly string[]): OutgoingGuard {
  const [special, global, allowed] = [new BlockList(), new BlockList(), new BlockList()];
  for (const [address, bits] of SPECIAL_IPV4) special.addSubnet(address, bits, 'ipv4');
  for (const [address, bits] of SPECIAL_IPV6) special.addSubnet(address, bits, 'ipv6');
  global.addSubnet('2000::', 3, 'ipv6');
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    allowed.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }

  function allows(address: string): boolean {
    const version = isIP(address);
    if (version === 0) return false;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (allowed.check(address, family)) return true;
    // An IPv4 address inside an IPv6 one is not in 2000::/3.
    return (version === 4 || global.check(address, family)) && !special.check(address, family);
  }

  return {
    allows,
    lookup(hostname, options, callback) {
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        const usable = error === null ? addresses.filter(({ address }) => allows(address)) : [];
        const [first] = usable;
        if (error !== null) callback(error, []);
        else if (first === undefined) callback(new AddressRefusedError('no allowed address'), []);
        else if (options.all === true) callback(null, usable);
        else callback(null, first.address, first.family);
      });
    },
  };
}
