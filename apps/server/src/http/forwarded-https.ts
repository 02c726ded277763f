import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { TrustedProxies } from './address.ts';

/** Whether a request came to the trusted proxy in front over HTTPS (`X-Forwarded-Proto`). */
export type HttpsCheck = (request: IncomingMessage) => boolean;

/** Only trusted proxies count. Of several entries the last one counts: the proxy in front wrote it. */
export function createHttpsCheck(proxies: TrustedProxies): HttpsCheck {
  const isTrusted = createTrustCheck(proxies);
  return ({ headers, socket }) => {
    const header = headers['x-forwarded-proto'];
    if (header === undefined || !isTrusted(socket.remoteAddress ?? '')) return false;
    return [header].flat().join(',').split(',').at(-1)?.trim().toLowerCase() === 'https';
  };
}

function createTrustCheck(proxies: TrustedProxies): (address: string) => boolean {
  if (proxies === false) return () => false;
  if (typeof proxies === 'number') return () => proxies > 0;
  const list = new BlockList();
  for (const proxy of proxies) {
    const [network = '', bits] = proxy.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
