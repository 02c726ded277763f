import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircle,
  IconCircleDot,
  IconLineDashed,
  IconParentheses,
  IconPointer,
  IconTriangle,
  IconVectorBezier2,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { listenToDrawKeys } from '../../../map/draw/draw-keys.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useShortcuts } from '../../../ui/use-shortcuts.ts';
import styles from './planner.module.css';
import { usePlanner, usePlannerState } from './planner-context.ts';
import { PLANNER_TOOLS, type PlannerTool } from './planner-store.ts';
import { useRemoveSelection } from './use-remove-selection.ts';

const TOOLS: Readonly<Record<PlannerTool, { readonly Icon: TablerIcon; readonly key: string }>> = {
  select: { Icon: IconPointer, key: 'v' },
  start: { Icon: IconTriangle, key: 's' },
  control: { Icon: IconCircle, key: 'c' },
  finish: { Icon: IconCircleDot, key: 'f' },
  crossing: { Icon: IconParentheses, key: 'x' },
  bend: { Icon: IconVectorBezier2, key: 'b' },
  gap: { Icon: IconLineDashed, key: 'g' },
};

/** Tools of the map, undo and redo, each with a key. */
export function PlannerToolBar() {
  const { t } = useTranslation('coursePlanner');
  const { planner } = usePlanner();
  const tool = usePlannerState((state) => state.tool);
  const canUndo = usePlannerState(({ draft }) => draft.undo.length > 0);
  const canRedo = usePlannerState(({ draft }) => draft.redo.length > 0);
  const removeSelection = useRemoveSelection();

  useShortcuts(
    PLANNER_TOOLS.map((one) => TOOLS[one].key),
    ({ key }) => {
      const chosen = PLANNER_TOOLS.find((one) => TOOLS[one].key === key);
      if (chosen !== undefined) planner.store.setState({ tool: chosen });
    },
  );
  useEffect(
    () =>
      listenToDrawKeys({
        escape() {
          const { tool: current, selection, insertAfter } = planner.store.getState();
          if (current === 'select' && selection === null && insertAfter === null) return false;
          planner.store.setState({ tool: 'select', selection: null, insertAfter: null });
          return true;
        },
        enter: () => false,
        remove: removeSelection,
        undo: planner.undo,
        redo: planner.redo,
      }),
    [planner, removeSelection],
  );

  return (
    <div className={styles.tools} role="toolbar" aria-label={t('tools')}>
      {PLANNER_TOOLS.map((one) => {
        const { Icon, key } = TOOLS[one];
        return (
          <IconButton
            key={one}
            label={`${t(`tool.${one}`)} (${key.toUpperCase()})`}
            aria-pressed={tool === one}
            type={tool === one ? 'primary' : 'text'}
            icon={<Icon size={18} stroke={1.75} />}
            onClick={() => planner.store.setState({ tool: one })}
          />
        );
      })}
      <span className={styles.divider} />
      <IconButton
        label={t('undo')}
        disabled={!canUndo}
        icon={<IconArrowBackUp size={18} stroke={1.75} />}
        onClick={planner.undo}
      />
      <IconButton
        label={t('redo')}
        disabled={!canRedo}
        icon={<IconArrowForwardUp size={18} stroke={1.75} />}
        onClick={planner.redo}
      />
    </div>
  );
}
