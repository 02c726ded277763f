import { open } from 'node:fs/promises';
import { cardKey } from '@wakeline/domain/satellite/card-number';
import {
  type ImportedMessage,
  importMessages,
  parseImportedMessage,
  readTerminals,
} from '../../satellite/import-messages.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { recordOperator } from '../record.ts';

/** Messages of one transaction. */
const BATCH_SIZE = 500;

export const importSatelliteMessagesCommand: Command = {
  summary: 'Import the record of satellite messages of another system',
  usage: 'ACCOUNT FILE',
  help: `The file has a message in JSON on each line (docs/operating/import-satellite-messages.md). Terminals must exist as
communication accounts. Nothing is sent. A message that was imported before is skipped. The first invalid line ends the import;
messages before it may have been stored, and a repeated import continues.`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 2, max: 2 });
    const [login = '', path = ''] = positionals;

    return async ({ db, now, print }) => {
      const { accountId } = await findAccount(db, login);
      const terminals = await readTerminals(db, accountId);
      const file = await open(path).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${path} cannot be read: ${error.code ?? error.message}`);
      });
      let [lines, stored] = [0, 0];
      let batch: ImportedMessage[] = [];
      const store = () =>
        db.transaction().execute(async (tx) => {
          stored += await importMessages(tx, terminals, batch);
          batch = [];
        });
      for await (const line of file.readLines({ encoding: 'utf8' })) {
        lines += 1;
        if (line.trim() === '') continue;
        const message = parseImportedMessage(line);
        if (typeof message === 'string') throw new CommandError(`${path}, line ${lines}: ${message}`);
        if (!terminals.has(cardKey(message.card) ?? ''))
          throw new CommandError(`${path}, line ${lines}: ${message.card}: no such terminal`);
        batch.push(message);
        if (batch.length === BATCH_SIZE) await store();
      }
      await store();
      await db.transaction().execute((tx) =>
        recordOperator(tx, {
          accountId,
          now,
          command: 'import-satellite-messages',
          target: login,
          after: { count: stored },
        }),
      );
      print(`${stored} messages imported`);
    };
  },
};
