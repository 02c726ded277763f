import type { ScreenBox } from '@wakeline/contract/screens/screen-box';
import type { BoxData } from '@wakeline/contract/screens/screen-data';
import type { AlarmState } from '@wakeline/domain/notices/alarm-handling';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { EventHistory } from '../../events/event-archive.ts';
import type { Caller } from '../../identity/caller.ts';
import { type Scope, scopeKey } from '../../identity/scope.ts';
import type { Cached, FigureCache } from './figure-cache.ts';

/** An alarm with its device. */
export interface ScreenAlarm {
  readonly messageId: number;
  readonly trackerId: number;
  readonly trackerName: string;
  readonly msgType: NoticeType;
  readonly createTime: number;
  readonly state: AlarmState;
}

/** What the notices of the account have for screens. `app/` passes it in. */
export interface ScreenAlarms {
  /** The newest alarms about devices of a scope; `openOnly`: those that nobody handles. */
  readonly readNewest: (
    reader: Caller & Scope,
    options: { readonly openOnly: boolean; readonly limit: number; readonly now: number },
  ) => Promise<{ readonly count: number; readonly list: readonly ScreenAlarm[] }>;
}

/** What readers of boxes get. */
export interface BoxContext extends EventHistory {
  readonly cache: FigureCache;
  readonly alarms: ScreenAlarms;
  /** Who sees the box, limited to the devices of the box. */
  readonly reader: Caller & Scope;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Reads what a box shows. */
export type BoxReader = (context: BoxContext, box: Pick<ScreenBox, 'options'>) => Promise<Cached<BoxData>>;

/** Figures are read again once in this time: screens request them each minute. */
export const FIGURES_TTL_MS = 50_000;
/** Of figures that are read from episodes and events, which is more than day rows. */
export const LONG_TTL_MS = 5 * 60_000;

/** The value of a name for a scope. */
export function cached<Value>(
  { cache, reader, now }: BoxContext,
  name: string,
  ttlMs: number,
  read: () => Promise<Value>,
): Promise<Cached<Value>> {
  return cache.get(`${reader.accountId}|${scopeKey(reader)}|${name}`, { now, ttlMs }, read);
}
