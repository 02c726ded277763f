import { NamedError } from '@wakeline/contract/errors';
import type { UnregisteredDevice } from '@wakeline/contract/trackers/unregistered';
import type { Selectable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { escapeLike } from '../../../db/escape-like.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Handlers } from '../../../http/handler.ts';
import { canReadUnregistered } from '../trackers.policy.ts';

/** Lists devices that reported but belong to no account. */
export function unregisteredHandlers(db: Db): Pick<Handlers, 'queryUnregisteredDevices'> {
  return {
    async queryUnregisteredDevices({ keywords, protocol, pageIndex, pageSize }, caller) {
      if (!canReadUnregistered(caller)) throw new NamedError('not-allowed');
      const pattern = `%${escapeLike(keywords ?? '')}%`;
      const matching = db
        .selectFrom('unregistered_device')
        .$if(protocol !== undefined, (query) => query.where('protocol', '=', protocol ?? ''))
        .where((where) => where.or([where('imei', 'ilike', pattern), where('address', 'ilike', pattern)]));
      const [rows, { total }] = await Promise.all([
        matching
          .selectAll()
          .orderBy('last_time', 'desc')
          .orderBy('imei')
          .limit(pageSize)
          .offset((pageIndex - 1) * pageSize)
          .execute(),
        matching.select((query) => query.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { list: rows.map(present), total };
    },
  };
}

function present(row: Selectable<Schema['unregistered_device']>): UnregisteredDevice {
  const { latitude, longitude, fix_time: fixTime } = row;
  const hasPosition = latitude !== null && longitude !== null && fixTime !== null;
  return {
    imei: row.imei,
    protocol: row.protocol,
    firstTime: row.first_time.getTime(),
    lastTime: row.last_time.getTime(),
    address: row.address,
    count: row.count,
    position: hasPosition ? { latitude, longitude, time: fixTime.getTime() } : null,
  };
}
