import { DEALER_SETTING } from '../../features/plugins/plugins.queries.ts';
import { type Command, readArguments } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { saveSetting } from '../server-setting.ts';
import { parseText } from '../values.ts';

export const salesContactCommand: Command = {
  summary: 'Set or remove the sales contact of accounts without a dealer',
  usage: '--name NAME --contact TEXT | --clear',
  help: `Displayed where functions are bought and renewed, unless the account's dealer or the operator's account has its own sales
contact (brand --dealer-name, --dealer-contact).

  --name NAME     name, at most 64 characters
  --contact TEXT  phone, email or address, at most 200 characters
  --clear         remove the sales contact`,

  prepare(args) {
    const { values } = readArguments(args, {
      name: { type: 'string' },
      contact: { type: 'string' },
      clear: { type: 'boolean' },
    });
    const { name, contact, clear } = values;
    if (clear === true && (name !== undefined || contact !== undefined))
      throw new UsageError('--clear excludes all other options');
    if (clear !== true && (name === undefined || contact === undefined)) {
      throw new UsageError('either --name and --contact, or --clear, is required');
    }
    const setting =
      name === undefined || contact === undefined
        ? null
        : { name: parseText('name', name, 64), contact: parseText('contact', contact, 200) };

    return async ({ db, print }) => {
      await db.transaction().execute(async (tx) => {
        if (setting !== null) await saveSetting(tx, DEALER_SETTING, setting);
        else await tx.deleteFrom('server_setting').where('name', '=', DEALER_SETTING).execute();
      });
      print(
        setting === null ? 'Removed the sales contact' : `Sales contact: ${setting.name}, ${setting.contact}`,
      );
    };
  },
};
