import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { createLazyComponent } from '../../../service/lazy-component.tsx';
import type { ConnectionSubject } from './connection-dialog.tsx';

/** With its texts, which the screens with a device form do not need. */
const ConnectionDialog = createLazyComponent(async () => {
  const [dialog] = await Promise.all([import('./connection-dialog.tsx'), loadNamespaces(['deviceModels'])]);
  return { default: dialog.ConnectionDialog };
});

interface LazyConnectionDialogProps {
  /** Null: closed. */
  readonly subject: ConnectionSubject | null;
  readonly onClose: () => void;
}

/** Connection help of a device, loaded when it is first opened. */
export function LazyConnectionDialog({ subject, onClose }: LazyConnectionDialogProps) {
  const [opened, setOpened] = useState(false);
  if (subject !== null && !opened) setOpened(true);
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <ConnectionDialog subject={subject} onClose={onClose} />
    </Suspense>
  );
}

/** A button that opens the connection help of a device. */
export function ConnectionButton({ subject }: { readonly subject: ConnectionSubject }) {
  const { t } = useTranslation('trackers');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('connect')}</Button>
      <LazyConnectionDialog subject={open ? subject : null} onClose={() => setOpen(false)} />
    </>
  );
}
