import { isIP } from 'node:net';
import { SHAPES } from '@wakeline/contract/shapes';
import { parseBrokerUrl } from '../../forwarding/broker-url.ts';

/**
 * Whether the server may send to a URL that a user entered. Addresses in it are checked now; those of its name with each
 * request, when it is resolved.
 */
export function isAllowedUrl(text: string, allowsAddress: (address: string) => boolean): boolean {
  const url = URL.parse(text);
  if (url === null || !SHAPES.webAddress.isValid(text)) return false;
  return isAllowedHost(url.hostname.replace(/^\[|\]$/g, ''), allowsAddress);
}

/** The same of a broker of MQTT. */
export function isAllowedBroker(text: string, allowsAddress: (address: string) => boolean): boolean {
  const broker = parseBrokerUrl(text);
  return broker !== null && isAllowedHost(broker.host, allowsAddress);
}

function isAllowedHost(host: string, allowsAddress: (address: string) => boolean): boolean {
  if (isIP(host) !== 0) return allowsAddress(host);
  return !/^localhost\.?$|\.localhost\.?$/i.test(host) || allowsAddress('127.0.0.1');
}
