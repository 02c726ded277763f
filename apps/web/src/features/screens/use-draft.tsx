import { IconPlus } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import type { ScreenBox } from '@wakeline/contract/screens/screen-box';
import { BOX_KINDS, BOX_SIZES, type BoxKind, DEFAULT_OPTIONS } from '@wakeline/domain/screens/box-kinds';
import { findRoom } from '@wakeline/domain/screens/screen-grid';
import { App, Button, Dropdown } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BoxSettings } from './box-settings.tsx';
import type { Arranging } from './screen-grid.tsx';

/** A screen that is being arranged. */
export interface Draft {
  /** The boxes with the changes; those that are stored while nothing is arranged. */
  readonly boxes: readonly ScreenBox[];
  readonly isArranging: boolean;
  readonly isChanged: boolean;
  readonly arranging: Arranging | null;
  /** The menu that adds a box, and the dialog of a box. */
  readonly addMenu: ReactNode;
  readonly dialog: ReactNode;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Arranges the boxes of a screen: nothing is stored until the page saves `boxes`. */
export function useDraft(stored: readonly ScreenBox[]): Draft {
  const { t } = useTranslation('screens');
  const { message } = App.useApp();
  const [changed, setChanged] = useState<readonly ScreenBox[] | null>(null);
  const [isArranging, setArranging] = useState(false);
  const [configured, setConfigured] = useState<number | null>(null);
  const boxes = changed ?? stored;

  function add(kind: BoxKind): void {
    const room = findRoom(boxes, BOX_SIZES[kind]);
    if (room === null || boxes.length >= LIMITS.screenBoxes) {
      void message.warning(t('edit.full'));
      return;
    }
    const boxId = Math.max(0, ...boxes.map((box) => box.boxId)) + 1;
    const options = { ...DEFAULT_OPTIONS, figures: [...DEFAULT_OPTIONS.figures] };
    setChanged([...boxes, { boxId, kind, title: '', groupId: null, options, ...room }]);
  }

  const arranging = useMemo(
    (): Arranging => ({
      onChange: setChanged,
      onConfigure: setConfigured,
      onRemove: (boxId) => setChanged((current) => (current ?? stored).filter((box) => box.boxId !== boxId)),
    }),
    [stored],
  );
  const configuredBox = boxes.find((box) => box.boxId === configured);
  const hasMap = boxes.some(({ kind }) => kind === 'map');
  return {
    boxes,
    isArranging,
    isChanged: changed !== null,
    arranging: isArranging ? arranging : null,
    addMenu: (
      <Dropdown
        trigger={['click']}
        menu={{
          items: BOX_KINDS.map((kind) => ({
            key: kind,
            label: t(`kind.${kind}`),
            disabled: kind === 'map' && hasMap,
          })),
          onClick: ({ key }) => add(key as BoxKind),
        }}
      >
        <Button icon={<IconPlus size={16} />}>{t('edit.add')}</Button>
      </Dropdown>
    ),
    dialog: configuredBox !== undefined && isArranging && (
      <BoxSettings
        key={configuredBox.boxId}
        box={configuredBox}
        onApply={(box) => setChanged(boxes.map((one) => (one.boxId === box.boxId ? box : one)))}
        onClose={() => setConfigured(null)}
      />
    ),
    start: () => setArranging(true),
    stop() {
      setArranging(false);
      setChanged(null);
      setConfigured(null);
    },
  };
}
