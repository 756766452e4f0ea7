"""`torch.utils.data`: data sets, and loaders that give them in batches."""

from backpass.engine.python.libraries.natives import drawn_seed, is_tensor

from .._creation import Generator, randperm, tensor
from .._shapes import stack


class Dataset:
    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")


class TensorDataset(Dataset):
    def __init__(self, *tensors):
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple([each[index] for each in self.tensors])

    def __len__(self):
        return len(self.tensors[0])


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, list(indices)

    def __getitem__(self, idx):
        return self.dataset[self.indices[idx]]

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=None):
    sizes = [int(each * len(dataset)) if isinstance(each, float) else each for each in lengths]
    sizes[0] += len(dataset) - sum(sizes)
    order, start, found = randperm(len(dataset), generator=generator).tolist(), 0, []
    for size in sizes:
        found.append(Subset(dataset, order[start : start + size]))
        start += size
    return found


def default_collate(batch):
    first = batch[0]
    if is_tensor(first):
        return stack(batch)
    if isinstance(first, (tuple, list)):
        return [default_collate([each[place] for each in batch]) for place in range(len(first))]
    if isinstance(first, dict):
        return {key: default_collate([each[key] for each in batch]) for key in first}
    return batch if isinstance(first, str) else tensor(batch)


class DataLoader:
    def __init__(
        self,
        dataset,
        batch_size=1,
        shuffle=None,
        sampler=None,
        batch_sampler=None,
        num_workers=0,
        collate_fn=None,
        pin_memory=False,
        drop_last=False,
        generator=None,
    ):
        self.dataset, self.batch_size, self.shuffle, self.drop_last = dataset, batch_size, shuffle, drop_last
        self.sampler, self.collate_fn, self.generator = sampler, collate_fn or default_collate, generator

    def __len__(self):
        count = len(self.dataset)
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)

    def __iter__(self):
        count = len(self.dataset)
        drawn_seed(self.generator)  # for workers, which there are none of
        if self.shuffle:
            chosen = self.generator or Generator().manual_seed(drawn_seed())
            order = randperm(count, generator=chosen).tolist()
        else:
            order = list(range(count) if self.sampler is None else self.sampler)
        batches = [order[start : start + self.batch_size] for start in range(0, count, self.batch_size)]
        if self.drop_last and batches and len(batches[-1]) < self.batch_size:
            batches = batches[:-1]
        return iter([self.collate_fn([self.dataset[place] for place in batch]) for batch in batches])
