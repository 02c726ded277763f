import { IconArrowLeft } from '@tabler/icons-react';
import type { ErrorName } from '@wakeline/contract/errors';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { MatchCourse, MatchDetails } from '@wakeline/contract/matches/match-details';
import type { RaceCourse } from '@wakeline/domain/races/race-course';
import { Alert, App, Button, Form, Input, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { errorText } from '../../../service/error-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../matches.module.css';
import { type ChosenSource, problemOf, SOURCE_KINDS, type SourceKind } from './course-source.ts';
import { MarksSource } from './marks-source.tsx';
import { pointLabel } from './point-label.ts';
import { RadiusHint } from './radius-hint.tsx';
import { RouteSource } from './route-source.tsx';
import { VersionSource } from './version-source.tsx';

interface SourceFormProps {
  readonly match: MatchDetails;
  /** The course that is copied again; null: a new one. */
  readonly replaced: MatchCourse | null;
  readonly kind: SourceKind;
  /** Must be a stable function. */
  readonly onPreview: (course: RaceCourse | null) => void;
  readonly onDone: () => void;
}

/** The sources are another version, route or points: these errors concern the choice. */
const GONE: ReadonlySet<ErrorName> = new Set([
  'course-version-unknown',
  'route-unknown',
  'label-point-unknown',
]);

/** Chooses what a race course is copied from. The map shows what the course will be. */
export function SourceForm({ match, replaced, kind: initialKind, onPreview, onDone }: SourceFormProps) {
  const { t } = useTranslation('matches');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message, modal } = App.useApp();
  const [kind, setKind] = useState(initialKind);
  const [chosen, setChosen] = useState<ChosenSource | null>(null);
  const [name, setName] = useState<string | null>(null);
  const add = useMatchChange('addMatchCourse');
  const replace = useMatchChange('replaceMatchCourse');
  const course = chosen?.course ?? null;
  const problem = useProblemText(course);
  const initial = replaced?.source ?? null;
  const isRunning = match.state === 'running' || match.state === 'finished';
  useEffect(() => onPreview(course), [course, onPreview]);

  async function save(): Promise<void> {
    if (chosen === null) return;
    const { matchId } = match;
    const { source } = chosen;
    const courseName = (name ?? '').trim();
    try {
      if (replaced === null)
        await add.mutateAsync({ matchId, source, ...(courseName !== '' && { courseName }) });
      else await replace.mutateAsync({ matchId, courseId: replaced.courseId, source });
      message.success(t('courseSaved'));
      onDone();
    } catch (error) {
      const isGone = error instanceof NamedError && GONE.has(error.errorName);
      message.error(
        isGone ? `${errorText(error, language)} ${t('chooseAgain')}` : errorText(error, language),
      );
    }
  }

  function submit(): void {
    if (replaced === null || !isRunning) {
      void save();
      return;
    }
    void modal.confirm({
      title: t('replaceTitle', { name: replaced.course.name }),
      content: t('replaceText'),
      okText: t('replace'),
      okButtonProps: { danger: true },
      cancelText: tApp('action.cancel'),
      onOk: save,
    });
  }

  const Fields = { version: VersionSource, route: RouteSource, marks: MarksSource }[kind];
  return (
    <>
      <header className={styles.panelHead}>
        <IconButton label={t('backToCourses')} icon={<IconArrowLeft size={18} />} onClick={onDone} />
        <h2>{replaced === null ? t('addCourse') : t('replaceOne', { name: replaced.course.name })}</h2>
      </header>
      <Form layout="vertical" className={styles.panelBody ?? ''}>
        {replaced !== null && isRunning && (
          <Alert type="warning" showIcon className={styles.alert ?? ''} title={t('replaceText')} />
        )}
        <Segmented<SourceKind>
          block
          className={styles.alert ?? ''}
          value={kind}
          options={SOURCE_KINDS.map((value) => ({ value, label: t(`sourceOf.${value}`) }))}
          onChange={(next) => {
            setKind(next);
            setChosen(null);
          }}
        />
        <Fields initial={initial} onChange={setChosen} />
        {course !== null && <RadiusHint matchId={match.matchId} course={course} />}
        {replaced === null && (
          <Form.Item label={t('courseName')} htmlFor="course-name">
            <Input
              id="course-name"
              maxLength={LIMITS.matchName}
              autoComplete="off"
              placeholder={course?.name ?? t('nameOfSource')}
              value={name ?? ''}
              onChange={({ target }) => setName(target.value)}
            />
          </Form.Item>
        )}
        {problem !== null && <Alert type="error" showIcon className={styles.alert ?? ''} title={problem} />}
      </Form>
      <footer className={styles.panelFoot}>
        <Button onClick={onDone}>{tApp('action.cancel')}</Button>
        <Button
          type="primary"
          disabled={chosen === null || problem !== null}
          loading={add.isPending || replace.isPending}
          onClick={submit}
        >
          {replaced === null ? t('addCourse') : t('replace')}
        </Button>
      </footer>
    </>
  );
}

/** Why a course cannot be used, with the point that has the problem; null: it can. */
function useProblemText(course: RaceCourse | null): string | null {
  const { t } = useTranslation('matches');
  const found = course === null ? null : problemOf(course);
  if (course === null || found === null) return null;
  const problem = t(`problem.${found.problem}`);
  const point = course.points[found.index];
  if (point === undefined) return problem;
  return t('problemAt', { point: pointLabel(point, found.index, course.type, t), problem });
}
