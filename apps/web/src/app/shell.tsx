import { useState } from 'react';
import { Outlet } from 'react-router';
import { asBoolean, useStored } from '../ui/stored.ts';
import { Header } from './header.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { LiveEdge } from './live-edge.tsx';
import styles from './shell.module.css';
import { SideMenu } from './side-menu.tsx';

/** Header, side menu and the screen between them. */
export function Shell() {
  const [wide, setWide] = useStored('menuWide', false, asBoolean);
  const [drawer, setDrawer] = useState(false);
  const [keys, setKeys] = useState(false);
  return (
    <LiveEdge>
      <div className={styles.shell}>
        <Header onOpenMenu={() => setDrawer(true)} onShowKeys={() => setKeys(true)} />
        <SideMenu wide={wide} onWide={setWide} drawer={drawer} onCloseDrawer={() => setDrawer(false)} />
        <main className={styles.content}>
          <Outlet />
        </main>
        <KeysDialog open={keys} onOpen={setKeys} />
      </div>
    </LiveEdge>
  );
}
