import { Dropdown, type MenuProps } from 'antd';
import { useEffect, useRef } from 'react';
import { CONTEXT_MENU_Z_INDEX } from './z-index.ts';

/** Where the menu opens (client coordinates) and its items. */
export interface ContextMenuState {
  readonly x: number;
  readonly y: number;
  readonly items: NonNullable<MenuProps['items']>;
}

interface ContextMenuProps {
  /** Null: closed. */
  readonly at: ContextMenuState | null;
  readonly onClose: () => void;
}

/** A context menu at a point of the page. Lists of thousands of rows share one. */
export function ContextMenu({ at, onClose }: ContextMenuProps) {
  const previousFocus = useRef<Element | null>(null);
  const open = at !== null;
  useEffect(() => {
    if (!open) return;
    previousFocus.current = document.activeElement;
    return () => {
      if (document.activeElement === document.body && previousFocus.current instanceof HTMLElement)
        previousFocus.current.focus({ preventScroll: true });
    };
  }, [open]);
  if (at === null) return null;
  return (
    <Dropdown
      key={`${at.x} ${at.y}`}
      open
      autoFocus
      trigger={['click']}
      onOpenChange={(next) => next || onClose()}
      menu={{ items: at.items, onClick: onClose }}
      styles={{ root: { zIndex: CONTEXT_MENU_Z_INDEX } }}
    >
      <span style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
    </Dropdown>
  );
}
