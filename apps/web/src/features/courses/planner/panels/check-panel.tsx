import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { type AuditFinding, auditEvent } from '@wakeline/domain/courses/audit-event';
import { memo, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventIndex, usePlanner } from '../planner-context.ts';
import { useControlName } from '../use-control-name.ts';
import styles from './panels.module.css';

/** What a planner should look at before the event is printed. */
export function CheckPanel() {
  const { t } = useTranslation('coursePlanner');
  const index = useEventIndex();
  const { planner, showCourse } = usePlanner();
  const textOf = useFindingText();
  const findings = useMemo(() => auditEvent(index), [index]);
  const open = useCallback(
    ({ course, control }: FindingObjects) => {
      if (course !== null) showCourse(course);
      if (control !== null) planner.store.setState({ selection: { kind: 'control', id: control } });
    },
    [planner, showCourse],
  );
  if (findings.length === 0)
    return (
      <p className={styles.empty}>
        <IconCircleCheck size={20} aria-hidden />
        <br />
        {t('check.none')}
      </p>
    );

  return (
    <ul className={styles.list} aria-label={t('tab.check')}>
      {findings.map((finding) => {
        const text = textOf(finding);
        return <FindingRow key={text} text={text} {...objectsOf(finding)} onOpen={open} />;
      })}
    </ul>
  );
}

interface FindingObjects {
  /** Ids. */
  readonly course: string | null;
  readonly control: string | null;
}

function objectsOf(finding: AuditFinding): FindingObjects {
  const course = 'course' in finding ? finding.course : null;
  if ('control' in finding) return { course, control: finding.control };
  return { course, control: 'controls' in finding ? (finding.controls[0] ?? null) : null };
}

interface FindingRowProps extends FindingObjects {
  readonly text: string;
  readonly onOpen: (objects: FindingObjects) => void;
}

/** Rendered again only if it changed: an event may have hundreds of findings. */
const FindingRow = memo(function FindingRow({ text, course, control, onOpen }: FindingRowProps) {
  return (
    <li>
      <button type="button" className={styles.finding} onClick={() => onOpen({ course, control })}>
        <IconAlertTriangle size={16} aria-hidden />
        {text}
      </button>
    </li>
  );
});

function useFindingText(): (finding: AuditFinding) => string {
  const { t } = useTranslation('coursePlanner');
  const { event, controls } = useEventIndex();
  const nameOf = useControlName();
  const control = (id: string) => {
    const found = controls.get(id);
    return found === undefined ? id : nameOf(found);
  };
  const course = (id: string) => event.courses.find((one) => one.id === id)?.name ?? id;
  return (finding) => {
    switch (finding.type) {
      case 'duplicate-code':
        return t('check.duplicate-code', { code: finding.code });
      case 'too-close':
        return t('check.too-close', {
          ...{ one: control(finding.controls[0]), other: control(finding.controls[1]) },
          ...{ distance: Math.round(finding.distance), limit: finding.limit },
        });
      case 'unused-control':
      case 'missing-description':
        return t(`check.${finding.type}`, { control: control(finding.control) });
      case 'no-start':
      case 'no-finish':
      case 'no-time-limit':
        return t(`check.${finding.type}`, { course: course(finding.course) });
      case 'no-points':
      case 'repeated-control':
      case 'unfair-fork':
        return t(`check.${finding.type}`, {
          ...{ course: course(finding.course), control: control(finding.control) },
        });
    }
  };
}
