"""`torch.utils.data` for data that the program itself has: datasets, and the loader that cuts them into batches.

Of data that is elsewhere a few examples stand in (`image_data`): they are cut into parts in proportion, and none is dropped.
A shuffled order is drawn by our generator, as everything random: it is another permutation than PyTorch's of the same seed.
"""

LOADERS = """
import backpass, torch

class Dataset:
    stands_for = None

    def __iter__(self):
        for index in range(len(self)):
            yield self[index]

class TensorDataset(Dataset):
    def __init__(self, *tensors):
        if not all(tensor.shape[0] == tensors[0].shape[0] for tensor in tensors):
            backpass.stop("rows of tensors in a dataset")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return self.tensors[0].shape[0]

def stands_in(dataset):
    return isinstance(dataset, Dataset) and dataset.stands_for is not None

class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices
        if stands_in(dataset):
            self.stands_for = len(indices)
            within = [int(index) for index in indices if index < len(dataset)]
            self.indices = within if within else list(range(min(len(indices), len(dataset))))

    def __getitem__(self, index):
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)

def random_split(dataset, lengths, generator=None):
    if stands_in(dataset):
        return split_of_few(dataset, lengths)
    count = len(dataset)
    if sum(lengths) != count:
        share = sum(lengths)
        if not (0.999999 < share < 1.000001):
            backpass.stop("lengths of a split")
        lengths = [int(count * length) for length in lengths]
        for place in range(count - sum(lengths)):
            lengths[place % len(lengths)] += 1
    order = torch.randperm(count).tolist()
    ends = [sum(lengths[:place + 1]) for place in range(len(lengths))]
    return [Subset(dataset, order[end - length:end]) for length, end in zip(lengths, ends)]

def split_of_few(dataset, lengths):
    count = len(dataset)
    whole = sum(lengths)
    if whole != dataset.stands_for and not (0.999999 < whole < 1.000001):
        backpass.stop("lengths of a split")
    order = torch.randperm(count).tolist()
    parts = []
    end = 0
    for length in lengths:
        begin = end
        end += length / whole
        first = min(int(begin*count + 0.5), count - 1)
        part = Subset(dataset, order[first:max(int(end*count + 0.5), first + 1)])
        part.stands_for = int(length * dataset.stands_for / whole)
        parts.append(part)
    return parts

def default_collate(batch):
    if isinstance(batch[0], tuple) or isinstance(batch[0], list):
        return [default_collate(list(column)) for column in zip(*batch)]
    if isinstance(batch[0], dict):
        return {key: default_collate([each[key] for each in batch]) for key in batch[0]}
    if isinstance(batch[0], str):
        return batch
    if hasattr(batch[0], "mode"):
        backpass.stop("pictures in a batch")
    if isinstance(batch[0], torch.Tensor):
        return torch.stack(batch)
    return torch.tensor(batch)

class DataLoader:
    def __init__(
        self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
        pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None, generator=None,
        *, prefetch_factor=None, persistent_workers=False, pin_memory_device="", in_order=True
    ):
        backpass.refuse("torch.utils.data.DataLoader", "sampler", sampler is not None)
        backpass.refuse("torch.utils.data.DataLoader", "batch_sampler", batch_sampler is not None)
        if batch_size is not None and batch_size < 1:
            backpass.stop("size of a batch")
        self.dataset = dataset
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.drop_last = drop_last and not (stands_in(dataset) and batch_size is not None and len(dataset) < batch_size)
        self.collate_fn = default_collate if collate_fn is None else collate_fn

    def __iter__(self):
        count = len(self.dataset)
        order = torch.randperm(count).tolist() if self.shuffle else list(range(count))
        if self.batch_size is None:
            for index in order:
                yield self.dataset[index]
        else:
            end = count - count % self.batch_size if self.drop_last else count
            for begin in range(0, end, self.batch_size):
                yield self.collate_fn([self.dataset[index] for index in order[begin:begin + self.batch_size]])

    def __len__(self):
        count = len(self.dataset)
        if self.batch_size is None:
            return count
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)
"""
