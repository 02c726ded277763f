import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { color, note } from '@wakeline/contract/fields';
import { LIMITS } from '@wakeline/contract/limits';
import { Form, Input, type InputRef, Select, Switch } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { flattenGroupTree } from '../../../parts/devices/group-tree.ts';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { ColorChoice } from './color-choice.tsx';

interface CommonFieldsProps {
  readonly kind: MapObjectKind;
  /** True for a new object, whose name is typed first. */
  readonly focusName: boolean;
  /** Fields of the kind, between group and note. */
  readonly children: ReactNode;
}

/** Fields common to all object forms, around those of its kind. */
export function CommonFieldsSection({ kind, focusName, children }: CommonFieldsProps) {
  const { t } = useTranslation('mapObjects');
  const language = useLanguage();
  const groups = useGroups();
  const groupNodes = useMemo(() => flattenGroupTree(groups.list), [groups.list]);
  const nameInput = useRef<InputRef>(null);
  useEffect(() => {
    // On a phone the keyboard would cover the map.
    if (focusName && matchMedia('(pointer: fine)').matches) nameInput.current?.focus({ preventScroll: true });
  }, [focusName]);
  return (
    <>
      <Form.Item
        name="name"
        label={t('form.name')}
        // Not on blur: moving on to the map with an empty name is no error until saving.
        validateTrigger="onChange"
        rules={[{ required: true, whitespace: true, message: t(`${kind}.nameEmpty`) }]}
      >
        <Input ref={nameInput} maxLength={LIMITS.name} />
      </Form.Item>
      <Form.Item name="groupId" label={t('form.group')} extra={t(`${kind}.groupHint`)}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('ungrouped')}
          options={groupNodes.map(({ groupId, path }) => ({ value: groupId, label: path }))}
        />
      </Form.Item>
      <Form.Item name="color" label={t('form.color')} rules={[fieldRule(color, language)]}>
        <ColorChoice />
      </Form.Item>
      {children}
      <Form.Item name="visible" label={t('form.shown')} valuePropName="checked" layout="horizontal">
        <Switch size="small" />
      </Form.Item>
      <Form.Item name="note" label={t('form.note')} rules={[fieldRule(note, language)]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={LIMITS.note} />
      </Form.Item>
    </>
  );
}
