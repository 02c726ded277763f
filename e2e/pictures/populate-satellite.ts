import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LOGIN, type ServerProcess } from '../support/server.ts';

const CONVERSATIONS = fileURLToPath(
  new URL('../../apps/simulator/src/cli/demo-messages.ts', import.meta.url),
);

/** The person at this terminal reads its messages. */
export const READER = { name: '粤渔60120', card: '4210120', password: 'landfall7' } as const;

/** The conversations of the demo, and messages that wait for their gateway. */
export async function populateSatellite(server: ServerProcess): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wakeline-pictures-'));
  try {
    const file = join(folder, 'messages.jsonl');
    const { stdout } = await promisify(execFile)(process.execPath, [CONVERSATIONS]);
    await writeFile(file, stdout);
    await server.operator('admin', 'import-satellite-messages', LOGIN.account, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { client } = server;
  // The server of the pictures reaches Iridium by e-mail only.
  const bdUserId = await edit(server, 'Windrose', { gateway: null });
  await client.call('sendEobBdMsg', {
    bdUserIds: [bdUserId],
    content: 'Committee boat moved 300 m east. New course is sent by e-mail; confirm when you have it.',
  });
  await edit(server, READER.name, { password: READER.password });
}

/** Changes fields of a communication account; returns its id. */
async function edit({ client }: ServerProcess, name: string, change: object): Promise<number> {
  const { list } = await client.call('queryBdUsers', { keywords: name, pageIndex: 1, pageSize: 1 });
  const [found] = list;
  if (found === undefined) throw new Error(`no communication account ${name}`);
  const { bdUserId, bdUserName, note, trackerId, level, bits, frequency, cardKind, gateway } = found;
  const form = { bdUserName, note, trackerId, level, bits, frequency, cardKind, gateway };
  await client.call('editBdUser', { bdUserId, ...form, ...change });
  return bdUserId;
}
