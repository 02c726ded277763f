import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { liveEntrance } from '@wakeline/contract/matches/live-conf';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { Button, ConfigProvider, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { tagPlaceholder } from '../../../ui/tag-placeholder.tsx';
import styles from './live-setting.module.css';
import { mapKey } from './live-setting-values.ts';

const NEW_ENTRANCE = { entranceName: '', classIds: [], courseId: null, map: null };

/** The entrances of the page: each shows its classes on its course and map. */
export function EntranceFields({ match }: { readonly match: MatchDetails }) {
  const { t } = useTranslation('liveSetting');
  const { componentDisabled } = ConfigProvider.useConfig();
  return (
    <Form.List name="entrances">
      {(fields, { add, move, remove }) => (
        <>
          <p className={styles.hint}>{t('entrancesHint', { max: LIMITS.liveEntrances })}</p>
          <ol className={styles.entrances}>
            {fields.map(({ key, name: index }) => {
              const name = t('entranceNumber', { number: index + 1 });
              return (
                <li key={key} aria-label={name}>
                  <header>
                    <strong>{name}</strong>
                    {componentDisabled !== true && (
                      <span className={styles.buttons}>
                        <IconButton
                          size="small"
                          label={t('moveUp', { name })}
                          icon={<IconArrowUp size={16} />}
                          disabled={index === 0}
                          onClick={() => move(index, index - 1)}
                        />
                        <IconButton
                          size="small"
                          label={t('moveDown', { name })}
                          icon={<IconArrowDown size={16} />}
                          disabled={index === fields.length - 1}
                          onClick={() => move(index, index + 1)}
                        />
                        <IconButton
                          size="small"
                          danger
                          label={t('remove', { name })}
                          icon={<IconTrash size={16} />}
                          onClick={() => remove(index)}
                        />
                      </span>
                    )}
                  </header>
                  <Entrance match={match} index={index} />
                </li>
              );
            })}
          </ol>
          {componentDisabled !== true && fields.length < LIMITS.liveEntrances && (
            <Button icon={<IconPlus size={16} />} onClick={() => add(NEW_ENTRANCE)}>
              {t('addEntrance')}
            </Button>
          )}
        </>
      )}
    </Form.List>
  );
}

interface EntranceProps {
  readonly match: MatchDetails;
  readonly index: number;
}

function Entrance({ match, index }: EntranceProps) {
  const { t } = useTranslation('liveSetting');
  const language = useLanguage();
  const { classes, courseList, maps } = match;
  return (
    <div className={styles.entrance}>
      <Form.Item
        name={[index, 'entranceName']}
        label={t('entranceName')}
        rules={[fieldRule(liveEntrance.shape.entranceName, language)]}
      >
        <Input maxLength={LIMITS.matchName} autoComplete="off" />
      </Form.Item>
      <Form.Item name={[index, 'classIds']} label={t('classes')}>
        <Select
          mode="multiple"
          maxTagCount="responsive"
          maxTagPlaceholder={(omitted) => tagPlaceholder(omitted, omitted.length)}
          placeholder={t('allClasses')}
          notFoundContent={t('noClasses')}
          options={classes.map(({ classId, className }) => ({ value: classId, label: className }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <Form.Item name={[index, 'courseId']} label={t('course')}>
        <Select
          allowClear
          placeholder={t('courseOfClasses')}
          notFoundContent={t('noCourses')}
          options={courseList.map(({ courseId, course }) => ({ value: courseId, label: course.name }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <Form.Item name={[index, 'map']} label={t('map')}>
        <Select
          allowClear
          placeholder={t('allMaps')}
          notFoundContent={t('noMaps')}
          options={maps.map((map) => ({ value: mapKey(map), label: map.name }))}
        />
      </Form.Item>
    </div>
  );
}
