import type { Tracker } from '@wakeline/contract/entities/tracker';
import { activationOf } from '@wakeline/domain/devices/validity';
import { toPictureUrl } from '../../files/stored-picture.ts';
import type { ListedRow, TrackerRow } from '../../trackers/read.ts';
import { visibleStatusDto } from '../../trackers/status-dto.ts';
import {
  canClearSos,
  canEditTracker,
  canRemoveTracker,
  canReplayTracker,
  type Owned,
  type TrackerUser,
} from './trackers.policy.ts';

/** Fields of a tracker that the policies need. */
export function ownerOf(row: Pick<ListedRow, 'account_id' | 'group_id'>): Owned {
  return { accountId: row.account_id, groupId: row.group_id };
}

/** Context for converting rows to responses. */
export interface PresentOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Address of a file by its id. */
  readonly addressOf: (fileId: string) => string;
}

/** A tracker in the fields of the contract, with the reader's abilities. */
export function presentTracker(row: TrackerRow, reader: TrackerUser, options: PresentOptions): Tracker {
  return {
    ...presentListed(row, reader, options),
    trackerStatusDto: visibleStatusDto(row, options.now),
  };
}

/** The same without the state. */
export function presentListed(
  row: ListedRow,
  reader: TrackerUser,
  { now, addressOf }: PresentOptions,
): Omit<Tracker, 'trackerStatusDto'> {
  const owner = ownerOf(row);
  const validUntil = row.valid_until?.getTime() ?? null;
  return {
    trackerId: row.tracker_id,
    trackerName: row.name,
    label: row.label,
    imei: row.imei,
    groupId: row.group_id,
    model: row.model,
    note: row.note,
    iotCard: row.iot_card,
    activation: activationOf({ activatedAt: row.activated_at, validUntil }, now),
    validUntil,
    realmDetails: row.account_name,
    iconDto: { iconUrl: toPictureUrl(row.icon_url, addressOf), iconType: row.icon_type },
    abilities: abilitiesOf(owner, reader),
  };
}

export function abilitiesOf(owner: Owned, reader: TrackerUser): Tracker['abilities'] {
  return {
    edit: canEditTracker(reader, owner),
    remove: canRemoveTracker(reader, owner),
    replay: canReplayTracker(reader, owner),
    liftSos: canClearSos(reader, owner),
  };
}
