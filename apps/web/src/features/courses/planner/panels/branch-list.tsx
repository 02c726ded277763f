import { IconPlus, IconX } from '@tabler/icons-react';
import { type Branch, isPunched, newCourseControl, type Variation } from '@wakeline/domain/courses/event';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { editVisit } from '../latest-edits.ts';
import { newId } from '../new-id.ts';
import { useEvent, usePlanner } from '../planner-context.ts';
import { useControlName } from '../use-control-name.ts';
import styles from './panels.module.css';
import { useTyped } from './use-typed.ts';

interface BranchListProps {
  readonly courseId: string;
  /** The visit at which the branches begin. */
  readonly visitId: string;
  readonly variation: Variation;
}

/** The branches of a fork or the loops of a butterfly: the controls of each in their order. */
export function BranchList({ courseId, visitId, variation: stored }: BranchListProps) {
  const { t } = useTranslation('coursePlanner');
  const { planner, canEdit } = usePlanner();
  const { controls } = useEvent();
  const nameOf = useControlName();
  // Another branch may be chosen before the panel has the last change.
  const [variation, setVariation] = useTyped(stored);
  const { branches, kind } = variation;
  function setBranches(next: readonly Branch[]): void {
    const changed = { ...variation, branches: next };
    setVariation(changed);
    editVisit(planner, courseId, visitId, { variation: changed });
  }
  return (
    <li aria-label={t(`branch.${kind}`)}>
      <div className={`${styles.details} ${styles.grow}`}>
        {branches.map((branch, index) => (
          <div key={branch.id} className={styles.row}>
            <span className={styles.number}>{String.fromCharCode(65 + (index % 26))}</span>
            <Select<string[]>
              mode="multiple"
              className={styles.grow ?? ''}
              size="small"
              disabled={!canEdit}
              aria-label={t('branch.controls', { letter: String.fromCharCode(65 + (index % 26)) })}
              placeholder={t(kind === 'fork' ? 'branch.direct' : 'branch.choose')}
              showSearch={{ optionFilterProp: 'label' }}
              value={branch.controls.map(({ control }) => control)}
              options={controls.filter(isPunched).map((control) => ({
                value: control.id,
                label: nameOf(control),
              }))}
              onChange={(ids) => setBranches(branches.with(index, withControls(branch, ids)))}
            />
            {canEdit && branches.length > 1 && (
              <IconButton
                size="small"
                label={t('branch.remove')}
                icon={<IconX size={16} />}
                onClick={() => setBranches(branches.toSpliced(index, 1))}
              />
            )}
          </div>
        ))}
        {canEdit && (
          <Button
            size="small"
            icon={<IconPlus size={16} />}
            onClick={() => setBranches([...branches, { id: newId(), controls: [] }])}
          >
            {t('branch.add')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Visits that stay keep what else they have. */
function withControls(branch: Branch, ids: readonly string[]): Branch {
  return {
    ...branch,
    controls: ids.map(
      (id) => branch.controls.find(({ control }) => control === id) ?? newCourseControl(newId(), id),
    ),
  };
}
