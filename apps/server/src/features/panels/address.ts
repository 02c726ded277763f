import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { SHAPES } from '@wakeline/contract/shapes';

/**
 * Refuses an address that is none to a browser, and one on the console's own host name, at whatever port: a browser sends the
 * cookies of a host to all its ports (RFC 6265, 8.5).
 *
 * @param host the `Host` of the request: `name[:port]`
 * @throws NamedError `field-invalid`, `panel-address-own`
 */
export function checkAddress(
  panelUrl: string,
  { host, language }: { readonly host: string; readonly language: Language },
): void {
  const url = URL.parse(panelUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    const reason = SHAPES.webAddress.words[language];
    throw new NamedError('field-invalid', { field: 'panelUrl', reason });
  }
  const own = URL.parse(`http://${host}/`);
  if (own !== null && bare(own.hostname) === bare(url.hostname)) throw new NamedError('panel-address-own');
}

/** A name with a dot behind it is the same host to the resolver. */
function bare(hostname: string): string {
  return hostname.replace(/\.$/, '');
}
