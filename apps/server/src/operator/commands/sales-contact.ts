import { DEALER_SETTING } from '../../features/plugins/plugins.queries.ts';
import { type Command, readArguments } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { saveSetting } from '../server-setting.ts';
import { parseText } from '../values.ts';

export const salesContactCommand: Command = {
  summary: 'says with whom those buy who have no dealer',
  usage: '--name NAME --contact TEXT | --clear',
  help: `Shown where functions are bought and renewed, unless the account's dealer or the operator's own account has a name or
contact of its own (brand --dealer-name, --dealer-contact).`,

  prepare(args) {
    const { values } = readArguments(args, {
      name: { type: 'string' },
      contact: { type: 'string' },
      clear: { type: 'boolean' },
    });
    const { name, contact, clear } = values;
    if (clear === true && (name !== undefined || contact !== undefined))
      throw new UsageError('--clear stands alone');
    if (clear !== true && (name === undefined || contact === undefined)) {
      throw new UsageError('--name and --contact, or --clear');
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
      print(setting === null ? 'There is no contact now' : `Contact: ${setting.name}, ${setting.contact}`);
    };
  },
};
