import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { PayloadInput, ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useState } from 'react';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

type ImportOperation = Operations['importCourseFile'];
/** What places the positions of a file. */
export type ImportPlacement = Pick<PayloadInput<ImportOperation>, 'map' | 'placement' | 'coordinateSystem'>;

interface Import {
  readonly file: File;
  readonly where: ImportPlacement;
}

/** What the positions of a file need; of metres, a point of the file. */
export type ImportNeed =
  | { readonly kind: 'placement' }
  | { readonly kind: 'system'; readonly easting: number; readonly northing: number };

function needOf(error: unknown): ImportNeed | null {
  if (!(error instanceof NamedError)) return null;
  if (error.errorName === 'course-file-needs-placement') return { kind: 'placement' };
  if (error.errorName !== 'course-file-needs-system') return null;
  return { kind: 'system', easting: Number(error.details.easting), northing: Number(error.details.northing) };
}

/** A file that is checked each time the user changes how it is placed, until it is saved. */
export function useImport(onSaved: (saved: ResultOf<ImportOperation>) => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState<Import | null>(null);
  // What the first check of a file has requested: its fields stay while the user changes them.
  const [need, setNeed] = useState<ImportNeed | null>(null);
  const request = ({ file, where }: Import, save: boolean) =>
    client.call('importCourseFile', { file, save, ...where });
  const check = useMutation({
    async mutationFn(checked: Import) {
      if (checked.file.size > LIMITS.courseFileBytes) throw new NamedError('course-file-too-large');
      return await request(checked, false);
    },
    onError(error) {
      const requested = needOf(error);
      if (requested !== null) setNeed(requested);
    },
  });
  const save = useMutation({
    mutationFn: (saved: Import) => request(saved, true),
    async onSuccess(result) {
      await queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'courseEvents'] });
      onSaved(result);
    },
  });

  function start(next: Import): void {
    setCurrent(next);
    save.reset();
    check.mutate(next);
  }

  return {
    file: current?.file ?? null,
    where: current?.where ?? {},
    need,
    contents: check.data ?? null,
    failure: save.error ?? check.error,
    isChecking: check.isPending,
    isSaving: save.isPending,
    choose(file: File): void {
      setNeed(null);
      start({ file, where: {} });
    },
    check(where: ImportPlacement): void {
      if (current !== null) start({ file: current.file, where });
    },
    save(): void {
      if (current !== null) save.mutate(current);
    },
    reset(): void {
      setCurrent(null);
      setNeed(null);
      check.reset();
      save.reset();
    },
  };
}
