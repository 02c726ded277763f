import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { SHAPES } from '@wakeline/contract/shapes';

/**
 * Refuses URLs that a browser cannot open, and URLs on a host name of this server at any port: browsers send the cookies
 * of a host to all its ports (RFC 6265, 8.5).
 *
 * @throws NamedError `field-invalid`, `panel-address-own`
 */
export function checkPanelUrl(
  panelUrl: string,
  { isOwnHost, language }: { readonly isOwnHost: (hostname: string) => boolean; readonly language: Language },
): void {
  const url = URL.parse(panelUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    const reason = SHAPES.webAddress.messages[language];
    throw new NamedError('field-invalid', { field: 'panelUrl', reason });
  }
  if (isOwnHost(url.hostname)) throw new NamedError('panel-address-own');
}
