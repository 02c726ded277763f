import { Button, Spin } from 'antd';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { loadWithTimeout } from '../../service/chunk-failure.ts';
import styles from './tool-dock.module.css';
import type { PanelEntry, ToolPanelProps } from './tool-panels.ts';

interface LazyPanelProps extends ToolPanelProps {
  readonly entry: PanelEntry;
}

type LoadState = { readonly Panel: ComponentType<ToolPanelProps> } | 'failed' | null;

/** A panel whose code and texts are loaded on first use. If loading fails it shows an error and a retry button. */
export function LazyPanel({ entry, view, onClose }: LazyPanelProps) {
  const { t } = useTranslation('mapTools');
  const [loaded, setLoaded] = useState<LoadState>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each attempt
  useEffect(() => {
    const { load, namespaces } = entry;
    let cancelled = false;
    setLoaded(null);
    loadWithTimeout(() => Promise.all([load(), loadNamespaces(namespaces)])).then(
      ([Panel]) => cancelled || setLoaded({ Panel }),
      (error: unknown) => {
        reportError(error);
        if (!cancelled) setLoaded('failed');
      },
    );
    return () => {
      cancelled = true;
    };
  }, [entry, attempt]);

  if (loaded === null)
    return (
      <div className={styles.wait}>
        <Spin />
      </div>
    );
  if (loaded === 'failed')
    return (
      <div className={styles.wait} role="alert">
        {t('failed')}
        <Button onClick={() => setAttempt(attempt + 1)}>{t('again')}</Button>
      </div>
    );
  return <loaded.Panel view={view} onClose={onClose} />;
}
