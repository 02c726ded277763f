import { NamedError } from '@wakeline/contract/errors';
import type { ConnectionHelp } from '@wakeline/contract/trackers/connection';
import { queryTrackerKey } from '@wakeline/contract/trackers/trackers';
import {
  type AppIdentity,
  appSetup,
  defaultPassword,
  setupMessages,
} from '@wakeline/domain/devices/connection-setup';
import type { SetupName } from '@wakeline/domain/devices/device-model';
import { findModel } from '@wakeline/domain/devices/find-model';
import { PROTOCOL_NAMES, type ProtocolName } from '@wakeline/domain/devices/protocols';
import type { Db } from '../../../db/database.ts';
import type { Handlers } from '../../../http/handler.ts';
import { hasAccess } from '../../../identity/access.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { ReportKey } from '../../../identity/report-key.ts';
import { trackersInScope } from '../../../trackers/in-scope.ts';
import { findOwnModel } from '../../../trackers/read-models.ts';
import { readKeyVersion } from '../../../trackers/report-key.ts';

export interface ConnectionDependencies {
  readonly db: Db;
  /** Ports of this server by protocol. */
  readonly devicePorts: Readonly<Record<string, number>>;
  /** Host under which devices reach this server; null: the one of the console. */
  readonly devicePublicHost: string | null;
  readonly reportKey: ReportKey;
}

/** What is to be connected. */
interface Subject {
  readonly modelName: string;
  /** Null: any device of the model. */
  readonly imei: string | null;
  /** The only protocol over which the device may report; null: that of its model. */
  readonly protocol: string | null;
}

/** How devices are pointed at this server. */
export function connectionHandlers({
  db,
  devicePorts,
  devicePublicHost,
  reportKey,
}: ConnectionDependencies): Pick<Handlers, 'queryConnectionHelp'> {
  /** The key of a device for users who may read it; null for others. */
  async function readKey(caller: Caller, trackerId: number | undefined): Promise<string | null> {
    if (trackerId === undefined || !hasAccess(queryTrackerKey.access, caller)) return null;
    return reportKey(trackerId, await readKeyVersion(db, caller, trackerId));
  }

  return {
    async queryConnectionHelp({ trackerId, modelName = '' }, caller, { hostname }) {
      const subject =
        trackerId === undefined
          ? { modelName, imei: null, protocol: null }
          : await readSubject(db, caller, trackerId);
      const { setup, protocol: modelProtocol } = await readSetup(db, caller.accountId, subject.modelName);
      const protocol = PROTOCOL_NAMES.find((name) => name === subject.protocol) ?? modelProtocol;
      const keyRequired = protocol === 'osmand' && (await requiresKeys(db, caller.accountId));
      const identity = {
        deviceId: subject.imei,
        ...(keyRequired && { key: await readKey(caller, trackerId) }),
      };
      const host = devicePublicHost ?? hostname ?? 'localhost';
      return {
        host,
        modelName: subject.modelName,
        ports: PROTOCOL_NAMES.flatMap((name) => {
          const port = devicePorts[name];
          const applies = protocol === null || name === protocol;
          return port === undefined || !applies ? [] : [{ protocol: name, port }];
        }),
        ...helpFor(
          setup,
          protocol,
          { host, port: protocol === null ? undefined : devicePorts[protocol] },
          identity,
        ),
        keyRequired,
      };
    },
  };
}

/** @throws NamedError `tracker-unknown` */
async function readSubject(db: Db, caller: Caller, trackerId: number): Promise<Subject> {
  const row = await trackersInScope(db, caller)
    .where('tracker_id', '=', trackerId)
    .select(['imei', 'model as modelName', 'protocol'])
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('tracker-unknown');
  return row;
}

/** How devices of a model are set up: an own model as the one that it is based on. */
async function readSetup(
  db: Db,
  accountId: number,
  modelName: string,
): Promise<{ readonly setup: SetupName | null; readonly protocol: ProtocolName | null }> {
  const own = modelName === '' ? undefined : await findOwnModel(db, accountId, modelName);
  const model = findModel(own === undefined ? modelName : (own.based_on ?? ''));
  const ownProtocol = PROTOCOL_NAMES.find((name) => name === own?.protocol);
  return { setup: model?.setup ?? null, protocol: ownProtocol ?? model?.protocol ?? null };
}

function helpFor(
  setup: SetupName | null,
  protocol: ProtocolName | null,
  { host, port }: { readonly host: string; readonly port: number | undefined },
  identity: AppIdentity,
): Pick<ConnectionHelp, 'setup' | 'messages' | 'defaultPassword' | 'app'> {
  // Without a port the messages would point the device at nothing.
  if (port === undefined) return { setup: null, messages: [], defaultPassword: null, app: null };
  return {
    setup,
    messages: [...setupMessages(setup, { host, port })],
    defaultPassword: defaultPassword(setup),
    app: protocol === 'osmand' ? appSetup(setup, { host, port }, identity) : null,
  };
}

async function requiresKeys(db: Db, accountId: number): Promise<boolean> {
  const { device_auth } = await db
    .selectFrom('account')
    .select('device_auth')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return device_auth;
}
