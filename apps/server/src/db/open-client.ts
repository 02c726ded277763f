import pg from 'pg';
import { toConnectionOptions } from './connection-options.ts';
import { parseHosts } from './database-hosts.ts';
import { createPrimaryClient, HostChoice, tryEachHost } from './primary-client.ts';

/**
 * Opens a single connection, to the server that accepts writes if `url` has several hosts.
 *
 * @param prepare is called with each client before it connects
 */
export async function openClient(
  url: string,
  applicationName: string,
  prepare: (client: pg.Client) => void = () => undefined,
): Promise<pg.Client> {
  const hosts = parseHosts(url);
  const options = { application_name: applicationName };
  async function open(client: pg.Client): Promise<pg.Client> {
    prepare(client);
    try {
      await client.connect();
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    return client;
  }
  if (!hosts.mustBePrimary) return open(new pg.Client({ ...options, ...toConnectionOptions(url) }));
  const choice = new HostChoice(hosts);
  const PrimaryClient = createPrimaryClient(choice);
  return tryEachHost(choice, () => open(new PrimaryClient(options)));
}
