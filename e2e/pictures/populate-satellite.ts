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
  const { list } = await client.call('queryBdUsers', { keywords: 'Windrose', pageIndex: 1, pageSize: 1 });
  for (const { bdUserId, ...form } of list) {
    // The server of the pictures reaches Iridium by e-mail only.
    const { note, trackerId, level, bits, frequency, cardKind, bdUserName } = form;
    const details = { note, trackerId, level, bits, frequency, cardKind, bdUserName, gateway: null };
    await client.call('editBdUser', { bdUserId, ...details });
    await client.call('sendEobBdMsg', {
      bdUserIds: [bdUserId],
      content: 'Committee boat moved 300 m east. New course is sent by e-mail; confirm when you have it.',
    });
  }
}
