import type { RaceCourseSource } from '@wakeline/contract/matches/race-courses';
import type { ChosenSource } from './course-source.ts';

/** Fields that choose a source of one kind. */
export interface SourceFieldsProps {
  /** The source of a course that is replaced; null: none, or of another kind. */
  readonly initial: RaceCourseSource | null;
  /** Null: the choice is not complete. Must be a stable function. */
  readonly onChange: (chosen: ChosenSource | null) => void;
}
