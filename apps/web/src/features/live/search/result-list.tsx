import { Button, Spin } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from './place-search.module.css';
import { KIND_ICONS } from './result-kinds.ts';
import type { PlaceSearch, SearchResult } from './use-place-search.ts';

interface ResultListProps {
  readonly id: string;
  readonly list: readonly SearchResult[];
  readonly state: PlaceSearch['state'];
  readonly error: unknown;
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onSelect: (result: SearchResult) => void;
  readonly onRetry: () => void;
}

/** Search results by kind. The focus stays in the field, which refers to the active option. */
export function ResultList({ id, list, state, error, active, onActive, onSelect, onRetry }: ResultListProps) {
  const { t } = useTranslation('mapTools');
  const language = useLanguage();
  const activeLine = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another option becomes active, to scroll to its row
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    void activeLine.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <div className={styles.list}>
      {state === 'failed' ? (
        <div className={styles.note} role="alert">
          {error instanceof Error ? errorText(error, language) : t('search.failed')}
          <Button size="small" onClick={onRetry}>
            {t('search.again')}
          </Button>
        </div>
      ) : (
        list.length === 0 && (
          <div className={styles.note} role="status">
            {state === 'ready' ? t('search.empty') : <Spin size="small" />}
          </div>
        )
      )}
      <div role="listbox" id={id} aria-label={t('search.results')} aria-busy={state === 'pending'}>
        {state !== 'failed' &&
          list.map((result, index) => {
            const Icon = KIND_ICONS[result.kind];
            const first = list[index - 1]?.kind !== result.kind;
            return (
              <div
                key={`${result.kind} ${result.id ?? ''} ${result.name} ${result.latitude} ${result.longitude}`}
              >
                {first && (
                  <div className={styles.kind} role="presentation">
                    {t(`search.kinds.${result.kind}`)}
                  </div>
                )}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys */}
                <div
                  ref={index === active ? activeLine : null}
                  id={`${id}-${index}`}
                  className={styles.option}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  onMouseMove={() => onActive(index)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onSelect(result)}
                >
                  <Icon size={18} aria-hidden />
                  <span className={styles.name}>{result.name}</span>
                  <span className={styles.detail}>{result.detail}</span>
                </div>
              </div>
            );
          })}
      </div>
    </div>
  );
}
