import type { TrackModel } from '@wakeline/contract/trackers/models';
import { instructionOf } from '@wakeline/domain/instructions/catalogue';
import { Drawer, Tag } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { ConnectionHelp } from '../connection/connection-help.tsx';
import styles from './models.module.css';

interface ModelDetailsProps {
  /** Null: closed. */
  readonly model: TrackModel | null;
  readonly onClose: () => void;
}

/** What a model can do, and how its devices are connected. */
export function ModelDetails({ model, onClose }: ModelDetailsProps) {
  const { t } = useTranslation('deviceModels');
  const language = useLanguage();
  // Keeps the last content visible while the drawer closes.
  const last = useRef<TrackModel | null>(null);
  if (model) last.current = model;
  const displayed = last.current;
  return (
    <Drawer open={model !== null} onClose={onClose} title={displayed?.modelName} size={440} destroyOnHidden>
      {displayed && (
        <div className={styles.details}>
          <section>
            <h3>{t('connection')}</h3>
            <ConnectionHelp of={{ modelName: displayed.modelName }} />
          </section>
          <section>
            <h3>{t('instructions')}</h3>
            <Names names={displayed.instructions.map((name) => instructionOf(name).title[language])} />
          </section>
          <section>
            <h3>{t('sensors')}</h3>
            <Names names={displayed.sensors.map((name) => t(`sensor.${name}`))} />
          </section>
        </div>
      )}
    </Drawer>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation('deviceModels');
  if (names.length === 0) return <p>{t('noneKnown')}</p>;
  return (
    <ul className={styles.tags}>
      {names.map((name) => (
        <li key={name}>
          <Tag>{name}</Tag>
        </li>
      ))}
    </ul>
  );
}
