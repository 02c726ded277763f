import { IconArrowLeft } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import type { MatchCourse, MatchDetails } from '@wakeline/contract/matches/match-details';
import type { RaceCourse, RacePoint } from '@wakeline/domain/races/race-course';
import { App, Button, Form, Input, InputNumber } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { errorText } from '../../../service/error-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../matches.module.css';
import { useLength } from '../use-length.ts';
import { pointLabel } from './point-label.ts';
import { RadiusHint } from './radius-hint.tsx';

interface CourseFormProps {
  readonly match: MatchDetails;
  readonly edited: MatchCourse;
  /** Must be a stable function. */
  readonly onPreview: (course: RaceCourse | null) => void;
  readonly onDone: () => void;
}

const RADIUS = { min: 5, max: 500 };
const MINUTE = 60;
const MAX_MINUTES = 44_640;
const MAX_PENALTY = 1_000;

/** Name and rules of a race course, and the radius of each of its circles. */
export function CourseForm({ match, edited, onPreview, onDone }: CourseFormProps) {
  const { t } = useTranslation('matches');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const edit = useMatchChange('editMatchCourse');
  const { course, courseId } = edited;
  const [name, setName] = useState(course.name);
  const [minutes, setMinutes] = useState(course.timeLimit === null ? null : course.timeLimit / MINUTE);
  const [penalty, setPenalty] = useState<number | null>(course.penaltyPerMinute);
  const [radii, setRadii] = useState<ReadonlyMap<string, number>>(new Map());
  const preview = useMemo(
    () => ({ ...course, points: course.points.map((point) => withRadius(point, radii)) }),
    [course, radii],
  );
  useEffect(() => onPreview(preview), [preview, onPreview]);
  const circles = course.points.filter(({ detection }) => detection.kind === 'circle');
  const setAll = (radius: number) => setRadii(new Map(circles.map(({ id }) => [id, radius])));

  const save = () =>
    edit.mutate(
      {
        ...{ matchId: match.matchId, courseId, courseName: name.trim() },
        radii: [...radii].map(([pointId, radius]) => ({ pointId, radius })),
        timeLimit: minutes === null ? null : Math.round(minutes * MINUTE),
        penaltyPerMinute: penalty ?? 0,
      },
      {
        onSuccess() {
          message.success(t('courseSaved'));
          onDone();
        },
        onError: (error) => void message.error(errorText(error, language)),
      },
    );

  return (
    <>
      <header className={styles.panelHead}>
        <IconButton label={t('backToCourses')} icon={<IconArrowLeft size={18} />} onClick={onDone} />
        <h2>{t('editOne', { name: course.name })}</h2>
      </header>
      <Form layout="vertical" className={styles.panelBody ?? ''}>
        <Form.Item label={t('courseName')} htmlFor="course-name">
          <Input
            id="course-name"
            maxLength={LIMITS.matchName}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Form.Item>
        {course.type === 'score' && (
          <div className={styles.row}>
            <Form.Item label={t('timeLimit')} htmlFor="course-limit">
              <InputNumber
                id="course-limit"
                className={styles.field ?? ''}
                suffix={t('minutes')}
                placeholder={t('noLimit')}
                min={1}
                max={MAX_MINUTES}
                value={minutes}
                onChange={setMinutes}
              />
            </Form.Item>
            <Form.Item label={t('penaltyPerMinute')} htmlFor="course-penalty">
              <InputNumber
                id="course-penalty"
                className={styles.field ?? ''}
                min={0}
                max={MAX_PENALTY}
                value={penalty}
                onChange={setPenalty}
              />
            </Form.Item>
          </div>
        )}
        {circles.length > 1 && <AllRadii onApply={setAll} />}
        <RadiusHint matchId={match.matchId} course={preview} />
        <PointTable
          course={preview}
          onRadius={(pointId, radius) => setRadii(new Map([...radii, [pointId, radius]]))}
        />
      </Form>
      <footer className={styles.panelFoot}>
        <Button onClick={onDone}>{tApp('action.cancel')}</Button>
        <Button type="primary" disabled={name.trim() === ''} loading={edit.isPending} onClick={save}>
          {tApp('action.save')}
        </Button>
      </footer>
    </>
  );
}

/** One radius for all circles. */
function AllRadii({ onApply }: { readonly onApply: (radius: number) => void }) {
  const { t } = useTranslation('matches');
  const [radius, setRadius] = useState<number | null>(null);
  return (
    <div className={styles.inline}>
      <InputNumber
        aria-label={t('allRadii')}
        placeholder={t('allRadii')}
        suffix={t('m')}
        {...RADIUS}
        value={radius}
        onChange={setRadius}
      />
      <Button disabled={radius === null} onClick={() => radius !== null && onApply(radius)}>
        {t('applyToAll')}
      </Button>
    </div>
  );
}

interface PointTableProps {
  readonly course: RaceCourse;
  readonly onRadius: (pointId: string, radius: number) => void;
}

function PointTable({ course, onRadius }: PointTableProps) {
  const { t } = useTranslation('matches');
  const formatLength = useLength();
  return (
    <table className={styles.points}>
      <thead>
        <tr>
          <th>{t('pointName')}</th>
          {course.type === 'normal' && <th>{t('distance')}</th>}
          <th>{t('detection')}</th>
        </tr>
      </thead>
      <tbody>
        {course.points.map((point, index) => {
          const label = pointLabel(point, index, course.type, t);
          const { detection } = point;
          return (
            <tr key={point.id}>
              <td>{label}</td>
              {course.type === 'normal' && (
                <td className={styles.distance}>{formatLength(point.distance)}</td>
              )}
              <td>
                {detection.kind === 'circle' ? (
                  <InputNumber
                    size="small"
                    aria-label={t('radiusOf', { name: label })}
                    suffix={t('m')}
                    {...RADIUS}
                    value={detection.radius}
                    onChange={(radius) => radius !== null && onRadius(point.id, radius)}
                  />
                ) : (
                  t('crossedLine')
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function withRadius(point: RacePoint, radii: ReadonlyMap<string, number>): RacePoint {
  const radius = radii.get(point.id);
  if (radius === undefined || point.detection.kind !== 'circle') return point;
  return { ...point, detection: { kind: 'circle', radius } };
}
