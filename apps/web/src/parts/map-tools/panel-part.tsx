import { Button, Spin } from 'antd';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadAreas } from '../../i18n/i18n.ts';
import { inTime } from '../../service/chunk-failure.ts';
import styles from './tool-dock.module.css';
import type { PanelEntry, ToolPanelProps } from './tool-panels.ts';

interface PanelPartProps extends ToolPanelProps {
  readonly entry: PanelEntry;
}

type Loaded = { readonly Panel: ComponentType<ToolPanelProps> } | 'failed' | null;

/** A panel whose code and texts come when it is first shown; where they do not come, it says so and asks again. */
export function PanelPart({ entry, view, onClose }: PanelPartProps) {
  const { t } = useTranslation('mapTools');
  const [loaded, setLoaded] = useState<Loaded>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once more for each attempt
  useEffect(() => {
    const { load, areas } = entry;
    let left = false;
    setLoaded(null);
    inTime(() => Promise.all([load(), loadAreas(areas)])).then(
      ([Panel]) => left || setLoaded({ Panel }),
      (error: unknown) => {
        reportError(error);
        if (!left) setLoaded('failed');
      },
    );
    return () => {
      left = true;
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
