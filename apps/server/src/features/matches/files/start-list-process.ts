import { readFileSync } from 'node:fs';
import type { Language } from '@wakeline/contract/entities/user-config';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { participantForm } from '@wakeline/contract/matches/participants';
import type { ParticipantSheetField } from '@wakeline/contract/matches/start-lists';
import { describeProblem } from '@wakeline/contract/problem';
import { readStartList } from '@wakeline/formats/iof-xml/read-start-list';
import {
  type FileParticipant,
  StartListError,
  type StartListErrorCode,
  type StartListFile,
} from '@wakeline/formats/iof-xml/start-list';
import { serveProcess } from '../../../child-processes/process-program.ts';
import { formatLocalTime } from '../../../local-time.ts';
import { GENDER_NAMES } from '../../../people/genders.ts';
import type { EvaluatedParticipant, ParticipantValues } from './evaluate-participant.ts';

export interface StartListRequest {
  readonly path: string;
  /** Language of the reasons of errors. */
  readonly language: Language;
  /** Zone of times without one. */
  readonly timeZone: string;
}

/** What a file contains; `row` of a participant is their line. */
export interface StartListContent extends Pick<StartListFile, 'eventName' | 'ignored'> {
  readonly rows: readonly EvaluatedParticipant[];
}

const ERROR_NAMES: Readonly<Record<StartListErrorCode, ErrorName>> = {
  type: 'start-list-type',
  version: 'start-list-version',
  malformed: 'course-file-malformed',
  entities: 'course-file-entities',
  name: 'start-list-name',
  time: 'start-list-time',
  finish: 'start-list-finish',
  rows: 'participant-limit',
  empty: 'start-list-empty',
};

/** Kinds of left out elements, and characters of texts, that are reported. */
const MAX_IGNORED = 20;

serveProcess<StartListRequest, StartListContent>(function* (request) {
  yield readContent(request);
});

/** @throws NamedError, with the line if known */
function readContent(request: StartListRequest): StartListContent {
  try {
    const { eventName, participants, ignored } = finish(
      readStartList(readFileSync(request.path), {
        timeZone: request.timeZone,
        maxRows: LIMITS.participantsPerMatch,
      }),
    );
    return {
      eventName: eventName.slice(0, LIMITS.name),
      ignored: ignored.slice(0, MAX_IGNORED),
      rows: participants.map((participant) => toRow(participant, request)),
    };
  } catch (error) {
    if (!(error instanceof StartListError)) throw error;
    throw new NamedError(ERROR_NAMES[error.code], error.line === null ? {} : { line: error.line });
  }
}

function finish<Result>(steps: Generator<void, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

const { number, participantName, club, startTime } = participantForm.shape;
/** A class has a name as long as that of a participant. */
const SHAPES = { number, participantName, club, className: participantName, startTime } as const;

function toRow(participant: FileParticipant, { language, timeZone }: StartListRequest): EvaluatedParticipant {
  const { name, bib, nationality, sex, className, startTime: time } = participant;
  const gender = sex === null ? 'unspecified' : sex === 'M' ? 'male' : 'female';
  const form: ParticipantValues['form'] = {
    ...{ number: bib, participantName: name, club: participant.club },
    ...{ nationality: nationality ?? '', gender },
  };
  const checked = { number: bib, participantName: name, club: form.club, className, startTime: time };
  const failures = Object.entries(SHAPES).flatMap(([key, shape]) => {
    const field = key as keyof typeof SHAPES & ParticipantSheetField;
    if (field === 'className' && className === '') return [];
    const reason = describeProblem(shape, checked[field], language);
    return reason === null ? [] : [{ field, error: 'field-invalid' as const, reason, otherRow: null }];
  });
  return {
    row: participant.line,
    texts: {
      ...shorten({ number: bib, participantName: name, club: form.club, className }),
      ...{ nationality: form.nationality, gender: sex === null ? '' : GENDER_NAMES[gender][language] },
      startTime: time === null ? '' : formatLocalTime(time, timeZone),
    },
    values:
      failures.length > 0
        ? null
        : {
            ...{ form, className, courseName: participant.courseName.slice(0, LIMITS.name), tracker: '' },
            start: time === null ? null : { time },
          },
    failures,
  };
}

function shorten<Key extends string>(texts: Readonly<Record<Key, string>>): Readonly<Record<Key, string>> {
  const entries = Object.entries<string>(texts).map(([key, text]) => [key, text.slice(0, LIMITS.name)]);
  return Object.fromEntries(entries) as Record<Key, string>;
}
