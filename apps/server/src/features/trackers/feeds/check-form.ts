import { isIP } from 'node:net';
import { NamedError } from '@wakeline/contract/errors';
import type { FeedForm } from '@wakeline/contract/trackers/feeds';
import { FEED_CONNECTIONS } from '@wakeline/domain/devices/feed-kinds';

/**
 * Checks what the schema of the form cannot. A name is resolved only when the feed connects, because it can point
 * elsewhere by then.
 *
 * @throws NamedError `feed-connection-unsupported`, `feed-url-invalid`, `feed-address-refused`, `feed-area-empty`
 */
export function checkFeedForm(form: FeedForm, allows: (address: string) => boolean): void {
  const { kind, connection, area } = form;
  if (!FEED_CONNECTIONS[kind].includes(connection.type)) throw new NamedError('feed-connection-unsupported');
  if (area !== null && area.north <= area.south) throw new NamedError('feed-area-empty');
  if (connection.type === 'connect') requireAllowed(connection.host, allows);
  if (connection.type !== 'poll') return;
  const url = URL.parse(connection.url);
  const isUsable =
    url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  if (!isUsable) throw new NamedError('feed-url-invalid');
  requireAllowed(url.hostname.replace(/^\[|\]$/g, ''), allows);
}

function requireAllowed(host: string, allows: (address: string) => boolean): void {
  if (isIP(host) !== 0 && !allows(host)) throw new NamedError('feed-address-refused');
}
