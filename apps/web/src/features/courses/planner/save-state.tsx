import { IconCloudCheck, IconCloudOff, IconCloudUpload } from '@tabler/icons-react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useUnsavedPrompt } from '../../../parts/forms/use-unsaved-prompt.ts';
import type { SaveState } from './edits/send-edits.ts';
import styles from './planner.module.css';
import { usePlanner, usePlannerState } from './planner-context.ts';

const ICONS = {
  saved: IconCloudCheck,
  saving: IconCloudUpload,
  waiting: IconCloudOff,
} as const satisfies Record<SaveState, unknown>;

/** Whether all edits are stored. */
export function SaveStatus() {
  const { t } = useTranslation('coursePlanner');
  const { planner } = usePlanner();
  const saving = usePlannerState((state) => state.saving);
  useUnsavedPrompt(saving !== 'saved');
  const Icon = ICONS[saving];
  return (
    <span className={styles.saving} data-state={saving} role="status">
      <Icon size={16} aria-hidden />
      {t(`saving.${saving}`)}
      {saving === 'waiting' && (
        <Button size="small" type="link" onClick={planner.retryNow}>
          {t('retry')}
        </Button>
      )}
    </span>
  );
}
