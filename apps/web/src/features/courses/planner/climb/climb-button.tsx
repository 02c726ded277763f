import { IconMountain } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { CourseStop } from '@wakeline/domain/courses/course-stops';
import { measureClimb, samplesAlong } from '@wakeline/domain/courses/measure-course';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useReplaySetup } from '../../../../parts/terrain/use-replay-setup.ts';
import { useEventIndex } from '../planner-context.ts';
import { loadElevation } from './load-elevation.ts';

interface ClimbButtonProps {
  readonly stops: readonly CourseStop[];
  readonly onClimb: (metres: number) => void;
}

/** Measures the climb of a course on the terrain, if the operator has configured terrain tiles. */
export function ClimbButton({ stops, onClimb }: ClimbButtonProps) {
  const { t } = useTranslation('coursePlanner');
  const { message } = App.useApp();
  const index = useEventIndex();
  const elevation = useReplaySetup()?.elevation ?? null;
  const measure = useMutation({
    async mutationFn(tiles: NonNullable<typeof elevation>) {
      const heights = await loadElevation(tiles, [...samplesAlong(index, stops)]);
      return measureClimb(index, stops, heights);
    },
    onSuccess(climb) {
      if (climb === null) message.warning(t('climb.unknown'));
      else onClimb(Math.round(climb));
    },
    onError: () => message.error(t('climb.failed')),
  });
  if (elevation === null) return null;
  return (
    <Button
      size="small"
      icon={<IconMountain size={16} />}
      disabled={stops.length < 2}
      loading={measure.isPending}
      onClick={() => measure.mutate(elevation)}
    >
      {t('climb.measure')}
    </Button>
  );
}
