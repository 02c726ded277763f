import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { createIridiumListener } from '../satellite/edges/iridium-listener.ts';
import { createInreach } from '../satellite/gateways/inreach.ts';
import { createIridiumDirectIp } from '../satellite/gateways/iridium-directip.ts';
import { createIridiumHttp } from '../satellite/gateways/iridium-http.ts';
import { createAddressList } from '../satellite/http/address-list.ts';
import { serveInreach } from '../satellite/http/serve-inreach.ts';
import { serveIridium } from '../satellite/http/serve-iridium.ts';
import { receiveInreachEvent } from '../satellite/receive/inreach-event.ts';
import { receiveIridiumSession } from '../satellite/receive/iridium-session.ts';
import type { SatelliteParts } from './satellite.ts';

export type IridiumNetworksConfig = Pick<
  Config,
  | 'deviceHost'
  | 'inreach'
  | 'inreachPush'
  | 'iridiumDirectIp'
  | 'iridiumHttp'
  | 'iridiumListener'
  | 'iridiumPosition'
  | 'iridiumPush'
>;

interface Options {
  readonly db: Db;
  readonly config: IridiumNetworksConfig;
  readonly clock: Clock;
}

/** Adds the gateways and edges of Iridium SBD that are configured. */
export function addIridium(
  { gateways, edges, routes, countOf, log }: SatelliteParts,
  { db, config, clock }: Options,
): void {
  const { iridiumDirectIp, iridiumHttp, iridiumListener, iridiumPush, iridiumPosition: position } = config;
  const storeFrom =
    (gateway: 'iridium-directip' | 'iridium-http') =>
    (session: Parameters<typeof receiveIridiumSession>[2]) =>
      db.transaction().execute((tx) =>
        receiveIridiumSession(tx, { gateways: new Set(gateways.keys()), position }, session, {
          gateway,
          receivedAt: clock.now(),
        }),
      );
  if (iridiumDirectIp !== null) gateways.set('iridium-directip', createIridiumDirectIp(iridiumDirectIp));
  if (iridiumHttp !== null) gateways.set('iridium-http', createIridiumHttp(iridiumHttp));
  if (iridiumListener !== null) {
    const { port, networks } = iridiumListener;
    edges.push(
      createIridiumListener({
        host: config.deviceHost,
        port,
        senders: networks === null ? null : createAddressList(networks),
        store: storeFrom('iridium-directip'),
        count: countOf('iridium-directip'),
        log,
      }),
    );
  }
  if (iridiumPush !== null) {
    const { networks, ...push } = iridiumPush;
    routes.push(
      serveIridium({
        ...push,
        senders: networks === null ? null : createAddressList(networks),
        store: storeFrom('iridium-http'),
        count: countOf('iridium-http'),
        log,
      }),
    );
  }
}

/** Adds the gateway and the edge of inReach that are configured. */
export function addInreach(
  { gateways, routes, countOf, log }: SatelliteParts,
  { db, config: { inreach, inreachPush }, clock }: Options,
): void {
  if (inreach !== null) gateways.set('inreach', createInreach(inreach, clock));
  if (inreachPush === null) return;
  const { networks, ...push } = inreachPush;
  routes.push(
    serveInreach({
      ...push,
      senders: networks === null ? null : createAddressList(networks),
      store: (event) =>
        db
          .transaction()
          .execute((tx) => receiveInreachEvent(tx, new Set(gateways.keys()), event, clock.now())),
      count: countOf('inreach'),
      log,
    }),
  );
}
