import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { Participant } from '@wakeline/contract/matches/participants';
import type { Racer } from '../../../map/races/racers-on-map.ts';
import { participantColor } from '../participants/participant-color.ts';
import { participantLabel } from './race-devices.ts';

type DrawnParticipant = Pick<Participant, 'participantId' | 'number' | 'participantName' | 'color'>;
export type DeviceState = Pick<TrackerStatusDto, 'latitude' | 'longitude' | 'status'>;

/**
 * The participants whose device has a position, each on its own and in the color of the standings: with their number, or their
 * name if they have none. The selected one has both. Those in SOS are named so and on top, those offline are faint.
 *
 * @param carriers who carries each device
 * @param stateOf the state of a device; null: the user does not see it
 */
export function liveRacers(
  carriers: ReadonlyMap<number, DrawnParticipant>,
  stateOf: (trackerId: number) => DeviceState | null,
  selectedId: number | null,
): readonly Racer[] {
  return [...carriers].flatMap(([trackerId, participant]): readonly Racer[] => {
    const { latitude = null, longitude = null, status } = stateOf(trackerId) ?? {};
    if (latitude === null || longitude === null) return [];
    const { participantId: id, number, participantName } = participant;
    const selected = id === selectedId;
    const isSos = status === 'SOS';
    const label = selected ? participantLabel(participant) : number || participantName;
    return [
      {
        ...{ id, lng: longitude, lat: latitude, color: participantColor(participant), selected, tail: [] },
        label: isSos ? `${label} SOS` : label,
        order: isSos ? 2 : selected ? 1 : 0,
        muted: status === 'OFFLINE' && !selected,
      },
    ];
  });
}
