import { BlockList, isIP } from 'node:net';

/** Addresses and networks, such as those of a gateway. */
export interface AddressList {
  has(address: string): boolean;
}

/** @param networks `192.0.2.1`, `10.0.0.0/8`, as `config/values.ts` accepts them */
export function createAddressList(networks: readonly string[]): AddressList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  return {
    has(address) {
      const plain = plainAddress(address);
      return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
    },
  };
}

/** `::ffff:192.0.2.1` of a socket that accepts both families is `192.0.2.1`. */
export function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
