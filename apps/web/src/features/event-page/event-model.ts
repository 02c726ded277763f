import type { EventPage, EventParticipant, StandingRow } from '@wakeline/contract/matches/event-page';
import type { LiveEntrance } from '@wakeline/contract/matches/live-conf';
import { participantColor } from './participant-color.ts';

/** A participant with their color and what is written on the map. */
export interface EventRacer extends EventParticipant {
  readonly displayColor: string;
  readonly label: string;
}

/** The participants of a page by id. */
export function racersOf({ participants }: Pick<EventPage, 'participants'>): ReadonlyMap<number, EventRacer> {
  return new Map(
    participants.map((participant, index) => [
      participant.participantId,
      {
        ...participant,
        displayColor: participantColor(participant.color, index),
        label: participant.number === '' ? participant.participantName : participant.number,
      },
    ]),
  );
}

/** The participants that an entrance displays; null: all. */
export function isInEntrance(
  entrance: LiveEntrance | null,
  { classId }: Pick<EventRacer, 'classId'>,
): boolean {
  if (entrance === null || entrance.classIds.length === 0) return true;
  return classId !== null && entrance.classIds.includes(classId);
}

/** A ranking: that of a class, or of a course without a class. `courseId`: of the first participant. */
export interface RankedClass {
  readonly key: string;
  /** Empty: participants without a class. */
  readonly className: string;
  readonly courseId: number | null;
  readonly rows: readonly { readonly racer: EventRacer; readonly standing: StandingRow }[];
}

/** Those without a rank come after the others, by number. */
const LAST = Number.MAX_SAFE_INTEGER;
const NUMBERS = new Intl.Collator('en', { numeric: true });

/** The rankings of the displayed participants: classes that are on the way first, then by name. */
export function rankedClasses(
  page: Pick<EventPage, 'classes'>,
  racers: ReadonlyMap<number, EventRacer>,
  standings: ReadonlyMap<number, StandingRow>,
  entrance: LiveEntrance | null,
): readonly RankedClass[] {
  const groups = new Map<
    string,
    { courseId: number | null; classId: number | null; rows: RankedClass['rows'][number][] }
  >();
  for (const standing of standings.values()) {
    const racer = racers.get(standing.id);
    if (racer === undefined || !isInEntrance(entrance, racer)) continue;
    const { classId, courseId } = racer;
    const key = classId === null ? `course ${courseId}` : `class ${classId}`;
    const group = groups.get(key) ?? { courseId, classId, rows: [] };
    group.rows.push({ racer, standing });
    groups.set(key, group);
  }
  const nameOf = new Map(page.classes.map(({ classId, className }) => [classId, className]));
  return [...groups]
    .map(
      ([key, { courseId, classId, rows }]): RankedClass => ({
        key,
        courseId,
        className: classId === null ? '' : (nameOf.get(classId) ?? ''),
        rows: rows.toSorted(
          (a, b) =>
            (a.standing.rank ?? LAST) - (b.standing.rank ?? LAST) ||
            NUMBERS.compare(a.racer.label, b.racer.label),
        ),
      }),
    )
    .toSorted(
      (a, b) => Number(isRanked(b)) - Number(isRanked(a)) || NUMBERS.compare(a.className, b.className),
    );
}

/** Whether somebody of a class has started. */
function isRanked({ rows }: RankedClass): boolean {
  return rows.some(({ standing }) => standing.rank !== null);
}
